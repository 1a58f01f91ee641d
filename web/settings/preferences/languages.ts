import { languages as tags } from '../../i18n/languages'

/** Languages of the client, each by its own name. The server's codes are in lower case. */
export const languages = Object.entries(tags).map(([tag, { name }]) => ({ value: tag.toLowerCase(), label: name }))
