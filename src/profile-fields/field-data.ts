import { z } from 'zod'
import { refused } from '../core/base/errors'
import { isLink } from './links'
import { fieldTypes, type FieldType } from './field-types'

/** Maximal length of a text in `field_data`: a choice, its key, or a URL pattern. */
export const longestDatum = 1000

const maxChoices = 250

const choicesSchema = z.record(
  z.string().refine((key) => key.trim() !== '', 'A choice needs a key.'),
  z.strictObject({
    text: z.string().trim().min(1, 'A choice needs a text.'),
    order: z.union([z.string().min(1), z.int().transform(String)]),
  }),
)

export type Choices = z.infer<typeof choicesSchema>

const username = '%(username)s'

const externalAccountSchema = z.discriminatedUnion(
  'subtype',
  [
    z.strictObject({ subtype: z.enum(['twitter', 'github']), url_pattern: z.string().optional() }),
    z.strictObject({
      subtype: z.literal('custom'),
      url_pattern: z
        .string('Custom external account must define URL pattern')
        .refine(
          (pattern) => pattern.split(username).length === 2 && isLink(pattern.replace(username, 'username')),
          'Malformed URL pattern.',
        ),
    }),
  ],
  'Invalid external account type',
)

export type ExternalAccount = z.infer<typeof externalAccountSchema>

/**
 * `field_data` as it is stored: the choices of a selection, or the service of an external account; empty for other
 * types (endpoints, Custom profile fields).
 */
export function fieldData(type: FieldType, raw: unknown): string {
  switch (type) {
    case fieldTypes.select:
      return JSON.stringify(choices(raw))
    case fieldTypes.externalAccount:
      return JSON.stringify(externalAccount(raw))
    default:
      return ''
  }
}

function choices(raw: unknown): Choices {
  const data = parseFieldData(choicesSchema, raw)
  const texts = Object.values(data).map(({ text }) => text)
  if (texts.length === 0) throw refused('Field must have at least one choice.')
  if (texts.length > maxChoices) throw refused(`Field must have at most ${maxChoices} choices.`)
  if (new Set(texts).size < texts.length) throw refused('Field must not have duplicate choices.')
  return data
}

/** The service of a field for external accounts. For services that the server knows, only the name is stored. */
function externalAccount(raw: unknown): ExternalAccount {
  const data = parseFieldData(externalAccountSchema, raw)
  return data.subtype === 'custom' ? data : { subtype: data.subtype }
}

function parseFieldData<T>(schema: z.ZodType<T>, raw: unknown): T {
  const result = schema.safeParse(raw)
  if (result.success) return result.data
  const issue = result.error.issues[0]!
  throw refused(['field_data', ...issue.path].join('.') + ': ' + issue.message)
}
