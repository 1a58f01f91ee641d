import { useSignal, useSignalEffect, type Signal } from '@preact/signals'
import type { RefObject } from 'preact'
import { useEffect, useId, useLayoutEffect, useRef } from 'preact/hooks'
import { topicsOf } from '../../conversation/compose/kit'
import { texts } from '../../../i18n'
import { Avatar, ListBox, optionId, StreamSwatch } from '../../../ui'
import { route, goTo } from '../../../routes/routes'
import { useSession } from '../../../session/context'
import { format, searchHref, parse } from './query'
import { recentSearches } from './recent'
import type { Suggestion } from './completions'
import { suggestionsFor } from './suggest'
import { focusMain } from '../../../ui/focus'
import './panel.css'

interface PanelProps {
  readonly box: RefObject<HTMLInputElement | null>
  readonly text: Signal<string>
  /** Whether the user pressed Enter before this component was loaded. */
  readonly isEager: Signal<boolean>
  readonly ids: Signal<readonly (string | undefined)[]>
}

/** The suggestions below the search box. It handles the keys of the box, and runs the search. */
export function Panel({ box, text, isEager, ids }: PanelProps) {
  const session = useSession()
  const { store } = session
  const id = useId()
  const isShown = useSignal(document.activeElement === box.current)
  const active = useSignal(-1)
  const problem = useSignal('')
  const topics = topicsOf(session)
  const items = isShown.value
    ? suggestionsFor(text.value, {
        store,
        place: route.value,
        recent: recentSearches.all(store.user_id),
        topicsLike(stream_id, typed) {
          void topics.load(stream_id)
          return topics.like(stream_id, typed)
        },
      })
    : []
  const index = Math.min(active.value, items.length - 1)

  // At the address of a search, the box shows that search, so that the user can refine it.
  useSignalEffect(() => {
    const query = textAt()
    if (document.activeElement === box.current) return
    text.value = query
    problem.value = ''
  })
  const textAt = (): string => (route.value !== null && 'terms' in route.value ? format(route.value.terms, store) : '')

  /** Moves the focus to the main pane. */
  function leave(): void {
    box.current!.blur()
    focusMain()
  }

  function go(): void {
    const query = parse(text.peek(), store)
    const { unknown, terms } = query
    if (unknown !== null) {
      problem.value = texts.search.unknown(unknown.operator, unknown.operand)
      return
    }
    if (terms.length === 0 && query.near === undefined) return
    recentSearches.note(store.user_id, text.peek().trim())
    goTo(searchHref(query, store))
    leave()
  }

  function choose(one: Suggestion): void {
    text.value = one.text
    active.value = -1
    if (one.isWhole === true) go()
  }

  const onKey = useRef<(event: KeyboardEvent) => void>(() => undefined)
  onKey.current = (event) => {
    const { key, isComposing } = event
    const step = { ArrowDown: 1, ArrowUp: -1 }[key]
    if (isComposing) return
    if (step !== undefined && items.length > 0)
      active.value =
        step > 0 ? ((index + 2) % (items.length + 1)) - 1 : ((index + items.length + 1) % (items.length + 1)) - 1
    else if (key === 'Enter') enter()
    else if (key === 'Escape') {
      text.value = textAt()
      leave()
    } else return
    event.preventDefault()
  }

  /** Runs the search, or chooses a suggestion: the active one, or the first one if the text has no meaning yet. */
  function enter(): void {
    const isBegun = parse(text.peek(), store).unknown !== null && /\S$/.test(text.peek())
    const one = items[index] ?? (isBegun || items[0]?.isNeeded === true ? items[0] : undefined)
    if (one === undefined) go()
    else choose(one)
  }

  // In a layout effect, because the user may press a key as soon as they see the suggestions.
  useLayoutEffect(() => {
    if (isEager.peek()) enter()
    const current = box.current!
    const stops = [
      listen(current, 'keydown', (event) => onKey.current(event as KeyboardEvent)),
      listen(current, 'focus', () => {
        isShown.value = true
        // After a press the user may want to edit the text. After a key they want to search for something else, so select it.
        if (!current.matches(':active')) current.select()
      }),
      listen(current, 'blur', () => (isShown.value = false)),
      listen(current, 'input', () => {
        active.value = -1
        problem.value = ''
      }),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [])
  useEffect(() => {
    ids.value = items.length === 0 ? [] : [id, index < 0 ? undefined : optionId(id, index)]
  }, [items.length, index])

  if (!isShown.value) return null
  return (
    <div class="search-panel">
      <p role="alert" class="problem">
        {problem.value}
      </p>
      {items.length > 0 && (
        <ListBox
          id={id}
          name={texts.search.suggestions}
          items={items}
          keyOf={({ key }) => key}
          active={index}
          onChoose={choose}
        >
          {({ label, hint, person, color }) => (
            <>
              {person && <Avatar user_id={person.user_id} name={label} picture={person.avatar_url} size={20} />}
              {color && <StreamSwatch color={color} />}
              <bdi class="label">{label}</bdi>
              {hint && <span class="hint">{hint}</span>}
            </>
          )}
        </ListBox>
      )}
    </div>
  )
}

function listen(target: EventTarget, name: string, onEvent: (event: Event) => void): () => void {
  target.addEventListener(name, onEvent)
  return () => target.removeEventListener(name, onEvent)
}
