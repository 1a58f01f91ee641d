/** Maximal lengths of the texts of a group (endpoints, User groups). */
export const longest = { name: 60, description: 1024 }
