import { useSignal } from '@preact/signals'
import type { State } from '../../../../client'
import { mayDeleteEmoji } from '../../../../client/policies'
import { More, DeleteButton, Section } from '../../../ui/form'
import { texts } from '../../../i18n'
import { Filter } from '../../../ui/list'
import { byName } from '../../../lib/by-name'
import { rank } from '../../../lib/rank'
import { useSession } from '../../../session/context'
import { AddEmoji } from './add-emoji'
import { useBuiltInNames } from './built-in'
import './emoji.css'

type RealmEmoji = State['realm_emoji'][string]

/** Up to this many emoji, no search box is shown. */
const maxWithoutSearch = 8

/** The custom emoji. The organization's policy decides who may add some. */
export function Emoji() {
  const { store } = useSession()
  const t = texts.organization.emoji
  const typed = useSignal('')
  const builtIn = useBuiltInNames()
  const all = Object.values(store.state.realm_emoji.value)
    .filter(({ deactivated }) => !deactivated)
    .toSorted((a, b) => byName(a.name, b.name))
  const found = typed.value === '' ? all : rank(all, typed.value, { names: ({ name }) => [name], maxResults: Infinity })
  return (
    <>
      <AddEmoji />
      <Section title={t.title}>
        {all.length === 0 && <p class="hint">{t.nothing}</p>}
        {all.length > maxWithoutSearch && (
          <Filter name={t.find} value={typed.value} onType={(text) => (typed.value = text)} />
        )}
        {all.length > 0 && found.length === 0 && <p class="hint">{t.notFound}</p>}
        <More key={typed.value} items={found}>
          {(one) => <EmojiRow key={one.id} emoji={one} isOverride={builtIn.has(one.name)} />}
        </More>
      </Section>
    </>
  )
}

interface EmojiRowProps {
  readonly emoji: RealmEmoji
  /** Whether it replaces a built-in emoji. */
  readonly isOverride: boolean
}

function EmojiRow({ emoji: { name, source_url, author_id }, isOverride }: EmojiRowProps) {
  const { store, ask } = useSession()
  const t = texts.organization.emoji
  const author = author_id === null ? undefined : store.users.get(author_id)
  return (
    <li class="wrapping">
      <img class="own-emoji" src={source_url} alt="" width={32} height={32} loading="lazy" />
      <span class="grow">
        <bdi dir="ltr">:{name}:</bdi>
        <small>
          <span dir="auto">{author === undefined ? t.byNobody : t.addedBy(author.full_name)}</span>
          {isOverride && ` · ${t.overrides}`}
        </small>
      </span>
      {mayDeleteEmoji({ author_id }, store) && (
        <DeleteButton
          name={t.deleteOf(name)}
          question={t.reallyDelete}
          onRemove={() => ask('DELETE /realm/emoji/{emoji_name}', { emoji_name: name })}
        />
      )}
    </li>
  )
}
