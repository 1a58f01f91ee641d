import { texts } from '../../i18n'
import { languages as tags } from '../../i18n/languages'

interface Option {
  readonly value: string
  readonly label: string
  readonly hint?: string
}

/** The languages of the client, each by its own name, to choose from. The server's codes are in lower case. */
export const languageOptions = (): readonly Option[] =>
  Object.entries(tags).map(([tag, { name, isMachineTranslated }]) => ({
    value: tag.toLowerCase(),
    label: name,
    ...(isMachineTranslated && { hint: texts.settings.machineTranslated }),
  }))
