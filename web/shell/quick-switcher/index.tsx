import { useSignal } from '@preact/signals'
import { CornerDownRight } from 'lucide'
import { useId, useMemo } from 'preact/hooks'
import type { User } from '../../../client'
import { texts } from '../../i18n'
import { Icon, ListBox, optionId, StreamSwatch } from '../../ui'
import { Dialog } from '../../ui/dialog'
import { Face, participantsOf } from '../../features/people'
import { rank } from '../../lib/rank'
import { useStore, useUnread } from '../../session/context'
import { searchPeople } from '../../features/people/search'
import { destinations, firstMessagesWith, placeAt, visited, type Destination } from './destinations'
import './quick-switcher.css'
import { goTo, pageAddress } from '../../routes/routes'

/** What the quick switcher offers. */
export type SwitcherScope = 'anything' | 'stream' | 'person'

const kinds: Readonly<Record<SwitcherScope, readonly Destination['kind'][]>> = {
  anything: ['view', 'stream', 'topic', 'person', 'group'],
  stream: ['stream', 'topic'],
  person: ['person', 'group'],
}

/** The signs that mentions and links begin with, which filter the kinds. */
const signs: Readonly<Record<string, readonly Destination['kind'][]>> = { '#': ['stream'], '@': ['person', 'group'] }

const maxResults = 10

/** The weight of each kind. Lower comes first. */
const weights = { person: 4, stream: 5, topic: 6, group: 7, view: 8 } as const

/** The extra weight of resolved topics: they come after everything else that matches as well. */
const resolvedWeight = 100

/** How near a destination is to the user. */
interface Nearness {
  /** How many places ago the user was there; undefined if they were not. */
  readonly place: number | undefined
  readonly isHere: boolean
  /** The age of its newest message, from 0 for the newest to 1. */
  readonly age: number
}

/** What decides the order of destinations. */
type RankedDestination = Nearness & Pick<Destination, 'kind' | 'isUnread' | 'newest' | 'isResolved'>

type Candidate = Destination & Nearness

/** The weight before anything is typed: visited places first, then unread ones, then those with the newest messages. */
function weightAtFirst({ place, isUnread, kind, newest, age, isResolved = false }: RankedDestination): number {
  const resolvedPenalty = isResolved ? resolvedWeight : 0
  if (place !== undefined) return resolvedPenalty + place / (place + 1)
  if (isUnread) return resolvedPenalty + 1 + age
  return resolvedPenalty + (newest > 0 ? 2 + age : weights[kind])
}

/** The weight among equally good matches: visited places first, then by kind, unread ones a little earlier. */
function weightOfMatch({ place, isHere, isUnread, kind, isResolved = false }: RankedDestination): number {
  const resolvedPenalty = isResolved ? resolvedWeight : 0
  if (isHere) return resolvedPenalty + weights[kind] + 0.5
  if (place !== undefined) return resolvedPenalty + place / (place + 1)
  return resolvedPenalty + weights[kind] - (isUnread ? 0.5 : 0)
}

interface SwitcherProps {
  readonly kind: SwitcherScope
  readonly onClose: () => void
}

/** A dialog that leads anywhere by a few letters of a name. */
export function QuickSwitcher({ kind, onClose }: SwitcherProps) {
  const store = useStore()
  const id = useId()
  const typed = useSignal('')
  const active = useSignal(0)
  const { all, others } = useMemo(() => {
    const visitedPlaces = visited(store)
    const places = new Map(visitedPlaces.map(({ key }, index) => [key, index]))
    const placesOfPeople = new Map(visitedPlaces.map(({ user_id }, index) => [user_id, index]))
    const openPlace = placeAt(pageAddress.peek(), store)
    const destinationsOfKind = destinations(store).filter((one) => kinds[kind].includes(one.kind))
    const latest = Math.max(...destinationsOfKind.map(({ newest }) => newest), 1)
    const all = destinationsOfKind.map((one) => ({
      ...one,
      place: places.get(one.key),
      isHere: one.key === openPlace.key,
      age: 1 - one.newest / latest,
    }))
    const idsOfListedPeople = new Set(
      destinationsOfKind.map((one) => one.kind === 'person' && (one.user_ids![0] ?? store.user_id)),
    )
    const nearnessOf = ({ user_id }: User): Nearness => ({
      place: placesOfPeople.get(user_id),
      isHere: user_id === openPlace.user_id,
      age: 1,
    })
    return { all, others: { isWanted: ({ user_id }: User) => !idsOfListedPeople.has(user_id), nearnessOf } }
  }, [])
  const weightOf = (one: RankedDestination): number => (typed.value === '' ? weightAtFirst(one) : weightOfMatch(one))
  const [, sign = '', query] = /^([#@]?)(.*)$/s.exec(typed.value)!
  const isMeant = ({ kind: its, isHere }: Pick<RankedDestination, 'kind' | 'isHere'>): boolean =>
    kinds[kind].includes(its) && (sign === '' || signs[sign]!.includes(its)) && (query !== '' || !isHere)
  /** The best people without a conversation. */
  const people = (): Candidate[] =>
    searchPeople(store.state.realm_users.value, query!, {
      isWanted: (one) => others.isWanted(one) && isMeant({ kind: 'person', ...others.nearnessOf(one) }),
      weight: (one) => weightOf({ kind: 'person', isUnread: false, newest: 0, ...others.nearnessOf(one) }),
      maxResults,
    }).map((one) => ({ ...firstMessagesWith(one.user_id, store), ...others.nearnessOf(one) }))
  const found = rank([...all.filter(isMeant), ...people()], query!, {
    names: ({ names }) => names,
    weight: weightOf,
    maxResults,
  })
  const index = Math.min(active.value, found.length - 1)

  function go({ address }: Destination): void {
    onClose()
    goTo(address)
  }

  function onKeyDown(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (event.isComposing) return
    if (step !== undefined && found.length > 0) active.value = (index + step + found.length) % found.length
    else if (event.key === 'Enter' && found.length > 0) go(found[index]!)
    else return
    event.preventDefault()
  }

  const { quickSwitcher: t } = texts
  return (
    <Dialog title={t.title} onClose={onClose}>
      <div class="switcher">
        <input
          autofocus
          role="combobox"
          dir="auto"
          aria-label={t.kinds[kind]}
          aria-autocomplete="list"
          aria-expanded={found.length > 0}
          aria-controls={found.length > 0 ? id : undefined}
          aria-activedescendant={found.length > 0 ? optionId(id, index) : undefined}
          placeholder={t.kinds[kind]}
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
            {t.nothing}
          </p>
        ) : (
          <ListBox id={id} name={t.places} items={found} keyOf={({ key }) => key} active={index} onChoose={go}>
            {(one) => <Place of={one} />}
          </ListBox>
        )}
      </div>
    </Dialog>
  )
}

function Place({ of: { kind, label, hint, user_ids, color, where } }: { of: Destination }) {
  const store = useStore()
  return (
    <>
      <span class="sign">
        {user_ids !== undefined ? (
          <Face of={participantsOf(user_ids, store)} />
        ) : kind === 'view' ? (
          <Icon of={CornerDownRight} size={16} />
        ) : (
          <StreamSwatch color={color} />
        )}
      </span>
      <bdi class="label">{label}</bdi>
      {where && <Count where={where} />}
      <span class="hint">{hint === undefined ? texts.quickSwitcher.of[kind] : <bdi>{hint}</bdi>}</span>
    </>
  )
}

function Count({ where }: { where: NonNullable<Destination['where']> }) {
  const count = useUnread(where).count.value
  return count > 0 ? <span class="count">{texts.quickSwitcher.unread(count)}</span> : null
}
