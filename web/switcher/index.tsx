import { useSignal } from '@preact/signals'
import { CornerDownRight } from 'lucide'
import { useId, useMemo } from 'preact/hooks'
import { laterWords } from '../later-words'
import { Avatar, Dialog, Icon, ListBox, optionId, Square } from '../parts'
import { everybody } from '../people'
import { ranked } from '../rank'
import { useStore, useUnread } from '../session'
import { destinations, keyAt, visited, type Destination } from './destinations'
import './switcher.css'

/** What one may go to. */
export type Kind = 'anything' | 'stream' | 'person'

const kinds: Readonly<Record<Kind, readonly Destination['kind'][]>> = {
  anything: ['view', 'stream', 'topic', 'person', 'group'],
  stream: ['stream', 'topic'],
  person: ['person', 'group'],
}

/** What is meant by what is written as in messages. */
const signs: Readonly<Record<string, readonly Destination['kind'][]>> = { '#': ['stream'], '@': ['person', 'group'] }

const most = 10

/** How early equally good ones come, by what they are. */
const weights = { person: 3, stream: 4, topic: 5, group: 6, view: 7 } as const

interface SwitcherProps {
  readonly kind: Kind
  readonly onClose: () => void
}

/** Goes anywhere by a few letters of its name. */
export function Switcher({ kind, onClose }: SwitcherProps) {
  const store = useStore()
  const id = useId()
  const typed = useSignal('')
  const active = useSignal(0)
  const all = useMemo(() => {
    const places = new Map(visited(store).map((key, index) => [key, index]))
    const here = keyAt(location.hash, store)
    return destinations(store)
      .filter((one) => kinds[kind].includes(one.kind))
      .map((one) => ({ ...one, place: places.get(one.key), isHere: one.key === here }))
  }, [])
  /** Where somebody was comes first, then what is unread; by its name something is found before what is only with it. */
  function weightOf({ place, isUnread, kind: what }: (typeof all)[number]): number {
    if (place !== undefined) return place / (place + 1)
    if (!isUnread) return weights[what]
    return typed.value === '' ? 2 : weights[what] - 0.5
  }
  const [, sign = '', query] = /^([#@]?)(.*)$/s.exec(typed.value)!
  const meant = all.filter((one) => (sign === '' || signs[sign]!.includes(one.kind)) && (query !== '' || !one.isHere))
  const found = ranked(meant, query!, {
    names: ({ names }) => names,
    weight: weightOf,
    most,
  })
  const now = Math.min(active.value, found.length - 1)

  function go({ address }: Destination): void {
    onClose()
    location.hash = address.replace(/^\//, '')
  }

  function onKeyDown(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (event.isComposing) return
    if (step !== undefined && found.length > 0) active.value = (now + step + found.length) % found.length
    else if (event.key === 'Enter' && found.length > 0) go(found[now]!)
    else return
    event.preventDefault()
  }

  const { switcher: said } = laterWords
  return (
    <Dialog title={said.title} onClose={onClose}>
      <div class="switcher">
        <input
          autofocus
          role="combobox"
          dir="auto"
          aria-label={said.kinds[kind]}
          aria-autocomplete="list"
          aria-expanded={found.length > 0}
          aria-controls={found.length > 0 ? id : undefined}
          aria-activedescendant={found.length > 0 ? optionId(id, now) : undefined}
          placeholder={said.kinds[kind]}
          autocomplete="off"
          spellcheck={false}
          maxLength={200}
          value={typed.value}
          onInput={({ currentTarget }) => {
            typed.value = currentTarget.value
            active.value = 0
          }}
          onKeyDown={onKeyDown}
        />
        {found.length === 0 ? (
          <p role="status" class="hint">
            {said.nothing}
          </p>
        ) : (
          <ListBox id={id} name={said.places} items={found} keyOf={({ key }) => key} active={now} onChoose={go}>
            {(one) => <Place of={one} />}
          </ListBox>
        )}
      </div>
    </Dialog>
  )
}

function Place({ of: { kind, label, hint, user_id, color, where } }: { of: Destination }) {
  const users = everybody(useStore()).value
  return (
    <>
      <span class="sign">
        {user_id !== undefined ? (
          <Avatar user_id={user_id} name={label} picture={users.get(user_id)?.avatar_url} size={20} />
        ) : kind === 'view' ? (
          <Icon of={CornerDownRight} size={16} />
        ) : (
          <Square color={color} />
        )}
      </span>
      <bdi class="label">{label}</bdi>
      {where && <Count where={where} />}
      <span class="hint">{hint === undefined ? laterWords.switcher.of[kind] : <bdi>{hint}</bdi>}</span>
    </>
  )
}

function Count({ where }: { where: NonNullable<Destination['where']> }) {
  const count = useUnread(where).count.value
  return count > 0 ? <span class="count">{laterWords.switcher.unread(count)}</span> : null
}
