import type { User } from '../../../../client'
import { texts } from '../../../i18n'
import { emailOf } from '../../../features/profiles'
import { useStore } from '../../../session/context'
import { roleName } from '../roles'

/** Role, join date and email address of a person. */
export function About({ person }: { person: User }) {
  const email = emailOf(person, useStore())
  const day = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: 'medium' })
  return (
    <>
      {roleName(person.role)} · {texts.organization.people.since(day.format(Date.parse(person.date_joined)))}
      {email !== null && (
        <>
          <br />
          <bdi>{email}</bdi>
        </>
      )}
    </>
  )
}
