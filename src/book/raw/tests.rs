use std::collections::BTreeMap;

use proptest::prelude::*;
use rusqlite::types::Value as Sql;
use rusqlite::{Connection, params_from_iter};

use super::page::Class;
use super::{RawFile, RawRow, Seen, Shape, Value};

/// A numbered table, and one that is not.
fn shapes() -> Vec<Shape> {
    let any = |columns: usize| vec![(Class::Any, true); columns];
    vec![
        Shape { is_numbered: true, columns: [vec![(Class::Number, true)], any(3)].concat() },
        Shape { is_numbered: false, columns: any(2) },
    ]
}

const SCHEMA: &str = "CREATE TABLE numbered (n INTEGER PRIMARY KEY, a ANY, b ANY, c ANY);
    CREATE TABLE plain (k ANY PRIMARY KEY, v ANY) WITHOUT ROWID;";

fn owned(value: &Value<'_>) -> Sql {
    match value {
        Value::Null => Sql::Null,
        Value::Integer(number) => Sql::Integer(*number),
        Value::Real(number) => Sql::Real(*number),
        Value::Text(text) => Sql::Text(String::from_utf8_lossy(text).into()),
        Value::Blob(bytes) => Sql::Blob(bytes.to_vec()),
    }
}

/// The live rows of a file: the numbered ones, and those of the other table by their keys.
fn live(path: &std::path::Path) -> (BTreeMap<i64, Vec<Sql>>, Vec<Vec<Sql>>, Seen) {
    let (mut numbered, mut plain) = (BTreeMap::new(), Vec::new());
    let seen = RawFile::open(path)
        .unwrap()
        .rows(&shapes(), &mut |row: RawRow<'_>| {
            let values = row.values.iter().map(owned).collect();
            match (row.is_live, row.number) {
                (true, Some(number)) => drop(numbered.insert(number, values)),
                (true, None) => plain.push(values),
                (false, _) => {}
            }
            Ok::<(), std::convert::Infallible>(())
        })
        .unwrap();
    (numbered, plain, seen)
}

fn value() -> impl Strategy<Value = Sql> {
    prop_oneof![
        Just(Sql::Null),
        any::<i64>().prop_map(Sql::Integer),
        (-3..200_i64).prop_map(Sql::Integer),
        proptest::collection::vec(any::<u8>(), 0..6000).prop_map(Sql::Blob),
        "[a-zé]{0,300}".prop_map(Sql::Text),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_sqlite_wrote_is_read(
        rows in proptest::collection::vec((value(), value(), value()), 1..60),
        page in prop_oneof![Just(512), Just(4096), Just(65536)],
    ) {
        let file = tempfile::NamedTempFile::new().unwrap();
        let connection = Connection::open(file.path()).unwrap();
        connection.execute_batch(&format!("PRAGMA page_size = {page}; {SCHEMA}")).unwrap();
        let (mut numbered, mut plain) = (BTreeMap::new(), Vec::new());
        for (number, (a, b, c)) in (1..).zip(&rows) {
            let row = [Sql::Integer(number), a.clone(), b.clone(), c.clone()];
            connection.execute("INSERT INTO numbered VALUES (?1, ?2, ?3, ?4)", params_from_iter(&row)).unwrap();
            numbered.insert(number, [&[Sql::Null], &row[1..]].concat());
            let row = [Sql::Integer(number), c.clone()];
            connection.execute("INSERT INTO plain VALUES (?1, ?2)", params_from_iter(&row)).unwrap();
            plain.push(row.to_vec());
        }
        drop(connection);
        let (found, mut others, seen) = live(file.path());
        prop_assert_eq!(seen, Seen::default());
        prop_assert_eq!(found, numbered);
        others.sort_by_key(|row| if let Sql::Integer(key) = row[0] { key } else { 0 });
        prop_assert_eq!(others, plain);
    }

    #[test]
    fn garbage_is_read_to_its_end(mut bytes in proptest::collection::vec(any::<u8>(), 0..20_000), book: bool) {
        let file = tempfile::NamedTempFile::new().unwrap();
        if book && bytes.len() > 200 {
            bytes[..16].copy_from_slice(b"SQLite format 3\0");
            bytes[16..18].copy_from_slice(&512_u16.to_be_bytes());
        }
        std::fs::write(file.path(), bytes).unwrap();
        live(file.path());
    }
}

#[test]
fn a_row_is_found_though_its_page_makes_no_sense() {
    let file = tempfile::NamedTempFile::new().unwrap();
    let connection = Connection::open(file.path()).unwrap();
    connection.execute_batch(SCHEMA).unwrap();
    connection.execute_batch("INSERT INTO numbered VALUES (7, 'a letter', x'0102', 12345)").unwrap();
    drop(connection);
    let mut bytes = std::fs::read(file.path()).unwrap();
    bytes[..100].fill(0xa5);
    bytes[4096..4096 + 20].fill(0xa5);
    std::fs::write(file.path(), bytes).unwrap();
    let mut found = Vec::new();
    let seen = RawFile::open(file.path()).unwrap().rows(&shapes(), &mut |row: RawRow<'_>| {
        found.push((row.number, row.is_live, row.values.iter().map(owned).collect::<Vec<_>>()));
        Ok::<(), std::convert::Infallible>(())
    });
    // The header of the file is gone, but what the first page says of itself comes after it.
    assert_eq!(seen.unwrap().spoiled, 1);
    let row = vec![Sql::Null, Sql::Text("a letter".into()), Sql::Blob(vec![1, 2]), Sql::Integer(12345)];
    assert!(found.contains(&(Some(7), false, row)), "{found:?}");
}
