/** Name under which the browser keeps whether the toolbar for Markdown is `shown` or `hidden`. */
export const formattingName = 'formatting'
