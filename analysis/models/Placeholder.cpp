// Replaced by the folder's first source.
