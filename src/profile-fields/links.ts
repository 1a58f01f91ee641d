/** Whether a text is an http or https address: other schemes, such as `javascript:`, run when a link is opened. */
export const isLink = (text: string): boolean => /^https?:\/\/[^\s/]\S*$/i.test(text) && URL.canParse(text)
