/** Whether a text is the address of a page, and of nothing that would run when it is followed. */
export const isLink = (text: string): boolean => /^https?:\/\/[^\s/]\S*$/i.test(text) && URL.canParse(text)
