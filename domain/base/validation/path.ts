/** Path of a value: keys of objects and indices of lists from the outside in; empty for the whole value. */
export type Path = readonly (string | number)[]
