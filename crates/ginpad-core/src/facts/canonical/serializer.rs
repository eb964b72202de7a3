//! How serde hands content to the writer of canonical JSON.

use serde::ser::{self, Impossible, Serialize, SerializeMap, SerializeSeq, SerializeStruct, SerializeTuple};

use super::{Canonical, List, NotPlain, Object, Written, number, string};

impl<'a> ser::Serializer for &'a mut Canonical {
    type Ok = ();
    type Error = NotPlain;
    type SerializeSeq = List<'a>;
    type SerializeTuple = List<'a>;
    type SerializeTupleStruct = Impossible<(), NotPlain>;
    type SerializeTupleVariant = Impossible<(), NotPlain>;
    type SerializeMap = Object<'a>;
    type SerializeStruct = Object<'a>;
    type SerializeStructVariant = Impossible<(), NotPlain>;

    fn serialize_bool(self, flag: bool) -> Written {
        self.word(if flag { "true" } else { "false" })
    }

    fn serialize_i8(self, value: i8) -> Written {
        number(&mut self.out, value.into())
    }

    fn serialize_i16(self, value: i16) -> Written {
        number(&mut self.out, value.into())
    }

    fn serialize_i32(self, value: i32) -> Written {
        number(&mut self.out, value.into())
    }

    fn serialize_i64(self, value: i64) -> Written {
        number(&mut self.out, value)
    }

    fn serialize_u8(self, number: u8) -> Written {
        self.unsigned(number.into())
    }

    fn serialize_u16(self, number: u16) -> Written {
        self.unsigned(number.into())
    }

    fn serialize_u32(self, number: u32) -> Written {
        self.unsigned(number.into())
    }

    fn serialize_u64(self, number: u64) -> Written {
        self.unsigned(number)
    }

    fn serialize_f32(self, _: f32) -> Written {
        Err(NotPlain)
    }

    fn serialize_f64(self, _: f64) -> Written {
        Err(NotPlain)
    }

    fn serialize_char(self, char: char) -> Written {
        self.serialize_str(char.encode_utf8(&mut [0; 4]))
    }

    fn serialize_str(self, text: &str) -> Written {
        string(&mut self.out, text)
    }

    fn serialize_bytes(self, _: &[u8]) -> Written {
        Err(NotPlain)
    }

    fn serialize_none(self) -> Written {
        self.word("null")
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Written {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Written {
        self.word("null")
    }

    fn serialize_unit_struct(self, _: &'static str) -> Written {
        Err(NotPlain)
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Written {
        self.serialize_str(variant)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, value: &T) -> Written {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: &T,
    ) -> Written {
        Err(NotPlain)
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<List<'a>, NotPlain> {
        self.out.push(b'[');
        Ok(List { to: self, is_empty: true })
    }

    fn serialize_tuple(self, length: usize) -> Result<List<'a>, NotPlain> {
        self.serialize_seq(Some(length))
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Self::SerializeTupleStruct, NotPlain> {
        Err(NotPlain)
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeTupleVariant, NotPlain> {
        Err(NotPlain)
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Object<'a>, NotPlain> {
        self.out.push(b'{');
        let before = self.fields.len();
        Ok(Object { to: self, before, key: None })
    }

    fn serialize_struct(self, _: &'static str, length: usize) -> Result<Object<'a>, NotPlain> {
        self.serialize_map(Some(length))
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: usize,
    ) -> Result<Self::SerializeStructVariant, NotPlain> {
        Err(NotPlain)
    }
}

impl SerializeSeq for List<'_> {
    type Ok = ();
    type Error = NotPlain;

    fn serialize_element<T: Serialize + ?Sized>(&mut self, item: &T) -> Written {
        self.item(item)
    }

    fn end(self) -> Written {
        self.finish()
    }
}

impl SerializeTuple for List<'_> {
    type Ok = ();
    type Error = NotPlain;

    fn serialize_element<T: Serialize + ?Sized>(&mut self, item: &T) -> Written {
        self.item(item)
    }

    fn end(self) -> Written {
        self.finish()
    }
}

impl SerializeMap for Object<'_> {
    type Ok = ();
    type Error = NotPlain;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Written {
        self.key(key)
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Written {
        self.value(value)
    }

    fn end(self) -> Written {
        self.finish()
    }
}

impl SerializeStruct for Object<'_> {
    type Ok = ();
    type Error = NotPlain;

    fn serialize_field<T: Serialize + ?Sized>(&mut self, key: &'static str, value: &T) -> Written {
        self.key(key)?;
        self.value(value)
    }

    fn end(self) -> Written {
        self.finish()
    }
}
