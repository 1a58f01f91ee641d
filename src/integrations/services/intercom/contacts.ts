import type { EventReader } from '../../integration'
import { escapeInline, link, joinWords } from '../../markdown'

const contact =
  (topic: string, noun: string, verb: string): EventReader =>
  (payload) => {
    const item = payload.at('data.item')
    const name = item.firstText('name', 'pseudonym', 'email', 'id')
    const email = item.text('email')
    const app = payload.text('app_id').toWellFormed()
    const id = item.text('id').toWellFormed()
    const page =
      app === '' || id === '' || topic !== 'contacts'
        ? ''
        : `https://app.intercom.com/a/apps/${encodeURIComponent(app)}/users/${encodeURIComponent(id)}`
    return {
      topic,
      content: `${joinWords(noun, link(name, page), email !== '' && email !== name ? `(${escapeInline(email)})` : '', verb)}.`,
    }
  }

export const user = contact('contacts', 'The user', 'was created')
export const lead = contact('contacts', 'The lead', 'was created')
export const signedUp = contact('contacts', 'The visitor', 'signed up')
export const company = contact('companies', 'The company', 'was created')
