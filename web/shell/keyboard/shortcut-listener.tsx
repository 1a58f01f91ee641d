import { useSignal } from '@preact/signals'
import type { RefObject } from 'preact'
import { useEffect } from 'preact/hooks'
import { runMessageAction, selectedOf } from '../../features/conversation/message/message-actions'
import { useSession } from '../../session/context'
import type { Session } from '../../session/open'
import { lazy } from '../../ui'
import type { SwitcherScope } from '../quick-switcher'
import { useShortcut } from '../../ui/keyboard'
import { runShortcut } from '../../ui/keyboard/run-shortcut'
import { selectMessage } from '../../ui/keyboard/selection'
import { dropWaiting, runWhenLoaded } from '../../ui/keyboard/waiting'
import { goOneLevelOut, useEverywhere } from './everywhere'
import { nameOfKey } from '../../ui/keyboard/key-name'
import { placesAt } from '../../ui/keyboard/place'
import { allKeys } from '../../ui/keyboard/table'

const Switcher = lazy(async () => (await import('../quick-switcher')).QuickSwitcher)

interface ListeningProps {
  /** The keys that the user pressed before this component was loaded. */
  readonly early: readonly KeyboardEvent[]
  readonly take: RefObject<(event: KeyboardEvent) => void>
}

/** Runs the shortcuts of the keys that the user presses, and handles those that work everywhere. */
export function ShortcutListener({ early, take }: ListeningProps) {
  const goesTo = useSignal<SwitcherScope | null>(null)
  const session = useSession()
  useEverywhere()
  useShortcut('goTo', () => (goesTo.value = 'anything'))
  useShortcut('goToStream', () => (goesTo.value = 'stream'))
  useShortcut('goToPerson', () => (goesTo.value = 'person'))
  useEffect(() => {
    take.current = (event) => takeKey(event, session)
    for (const event of early) takeKey(event, session)
  }, [])
  return goesTo.value && <Switcher kind={goesTo.value} onClose={() => (goesTo.value = null)} />
}

/** Shortcuts that run again while their key is held. */
const repeated: ReadonlySet<string> = new Set(['next', 'previous', 'pageDown', 'pageUp'])

function takeKey(event: KeyboardEvent, session: Session): void {
  const name = nameOfKey(event)
  if (name === null || event.defaultPrevented) return
  dropWaiting()
  const places = placesAt(event.target as Element, name)
  const key = allKeys.find(({ keys, place }) => keys.includes(name) && places.includes(place))
  if (key === undefined) return
  // The first press of a held key may have closed something. Its repetitions must not go to what is below.
  if (event.repeat && !repeated.has(key.command)) return event.preventDefault()
  let id = 0
  function attempt(): boolean {
    if (key!.place !== 'message') return runShortcut(key!.command)
    id ||= selectMessage() ?? 0
    return id > 0 && (runShortcut(key!.command, id) || runMessageAction(key!.command, session, id, selectedOf(id)))
  }
  const isDone = attempt()
  if (isDone || key.place === 'message') event.preventDefault()
  if (isDone) return
  if (key.command === 'out') goOneLevelOut()
  else runWhenLoaded(attempt)
}
