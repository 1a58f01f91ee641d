/** Flags that a user may change. All others follow from the message (endpoints, Flags). */
export const editableFlags = ['read', 'starred', 'collapsed'] as const

export type EditableFlag = (typeof editableFlags)[number]
