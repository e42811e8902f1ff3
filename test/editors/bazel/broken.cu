void nothing( { }
