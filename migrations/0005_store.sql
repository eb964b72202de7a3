-- What a large book needs so that nothing in it is looked for one by one.

PRAGMA user_version = 5;
