/** Key in local storage that says whether the Markdown toolbar is `shown` or `hidden`. */
export const formattingName = 'formatting'
