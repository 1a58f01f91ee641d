import type { ComponentChildren } from 'preact'
import type { State, User } from '../../../client'
import { Content } from '../conversation/message'
import { useStore } from '../../session/context'
import { Fact } from './fact'
import { PersonLink } from './links'

type Field = State['custom_profile_fields'][number]

/** Types of profile fields (objects, Custom profile fields). */
const types = { choice: 3, date: 4, link: 5, people: 6, account: 7 }

/** What somebody has filled in of the organization's profile fields. */
export function Profile({ person: { profile_data = {} } }: { person: User }) {
  const { custom_profile_fields } = useStore().state
  return (
    <>
      {custom_profile_fields.value.map((field) => {
        const fieldValue = profile_data[field.id]
        if (fieldValue === undefined || fieldValue.value === '') return null
        return (
          <Fact key={field.id} name={field.name}>
            {fieldValue.rendered_value === undefined ? (
              <Value field={field} value={fieldValue.value} />
            ) : (
              <Content html={fieldValue.rendered_value} />
            )}
          </Fact>
        )
      })}
    </>
  )
}

function Value({ field, value }: { field: Field; value: string }): ComponentChildren {
  const accounts = useStore().state.realm_default_external_accounts.value
  const data = field.field_data === '' ? {} : (JSON.parse(field.field_data) as FieldData)
  switch (field.type) {
    case types.choice:
      return data[value]?.text ?? value
    case types.date:
      return dateOf(value)
    case types.link:
      return <Outward address={value} name={value} />
    case types.people:
      return (JSON.parse(value) as number[]).map((id) => <PersonLink key={id} id={id} />)
    case types.account: {
      const pattern = data.url_pattern ?? accounts[data.subtype ?? '']?.url_pattern
      if (pattern === undefined) return value
      return <Outward address={pattern.replace('%(username)s', encodeURIComponent(value))} name={value} />
    }
    default:
      return value
  }
}

type FieldData = Readonly<Record<string, { readonly text: string } | undefined>> & {
  readonly subtype?: string
  readonly url_pattern?: string
}

/** A link to another site, or just its text unless the address is on the web. */
function Outward({ address, name }: { address: string; name: string }) {
  const protocol = URL.parse(address)?.protocol
  if (protocol !== 'https:' && protocol !== 'http:') return <>{name}</>
  return (
    <a href={address} target="_blank" rel="noopener noreferrer">
      {name}
    </a>
  )
}

/** A date in the user's language, or the value itself if it is no date. */
function dateOf(value: string): string {
  const date = new Date(`${value}T00:00:00Z`)
  if (Number.isNaN(date.valueOf())) return value
  return new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: 'long', timeZone: 'UTC' }).format(date)
}
