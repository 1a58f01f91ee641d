import { mayChangeOwn } from '../../../client/policies'
import { Section, TextSetting } from '../../ui/form'
import { texts } from '../../i18n'
import { useSession } from '../../session/context'
import { Picture } from './picture'
import { ProfileFields } from './profile-fields'

/** Maximal length of a name. */
const longest = 100

/** The current user's profile. */
export function Profile() {
  const { store, ask } = useSession()
  const t = texts.settings.profile
  const { full_name } = store.state
  const isFixed = !mayChangeOwn('name', store)
  return (
    <>
      {isFixed ? (
        <Section title={t.name}>
          <p dir="auto">{full_name.value}</p>
          <p class="hint">{t.namesFixed}</p>
        </Section>
      ) : (
        <TextSetting
          label={t.name}
          value={full_name.value}
          maxLength={longest}
          autocomplete="name"
          check={(text) => (text === '' ? t.nameless : '')}
          onSave={(text) => ask('PATCH /settings', { full_name: text })}
        />
      )}
      <Picture />
      <ProfileFields />
    </>
  )
}
