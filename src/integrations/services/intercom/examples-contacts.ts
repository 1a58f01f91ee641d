import type { Example } from '../../example'
import { of } from './example-requests'

const contact = { type: 'contact', id: 'c8', name: 'Bo Li', email: 'bo@tidewater.example' }

export const contactExamples: readonly Example[] = [
  {
    title: 'A user is created',
    ...of('contact.user.created', contact),
    message: {
      topic: 'contacts',
      content: 'The user [Bo Li](https://app.intercom.com/a/apps/tide7/users/c8) (bo@tidewater.example) was created.',
    },
  },
  {
    title: 'A lead is created',
    ...of('contact.lead.created', { ...contact, email: '' }),
    message: {
      topic: 'contacts',
      content: 'The lead [Bo Li](https://app.intercom.com/a/apps/tide7/users/c8) was created.',
    },
  },
  {
    title: 'A lead signs up',
    ...of('contact.lead.signed_up', contact),
    message: {
      topic: 'contacts',
      content: 'The visitor [Bo Li](https://app.intercom.com/a/apps/tide7/users/c8) (bo@tidewater.example) signed up.',
    },
  },
  {
    title: 'A company is created',
    ...of('company.created', { type: 'company', id: 'co1', name: 'Tidewater' }),
    message: { topic: 'companies', content: 'The company Tidewater was created.' },
  },
]
