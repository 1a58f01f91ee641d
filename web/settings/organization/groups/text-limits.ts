/** Maximal lengths of the texts of a group (endpoints, User groups). */
export const groupTextLimits = { name: 60, description: 1024 }
