import { computed, signal, type ReadonlySignal } from '@preact/signals'
import { replace } from '../edit-text'
import { membersOf } from '../members'
import type { Writer } from '../recipient'
import { topicsOf } from '../topics'
import type { TextState } from '../composer-state'
import { mentionsFor } from './mentions'
import { commandsFor, emojiFor, languagesFor, streamsFor, topicsFor } from './others'
import type { Suggestion } from './suggestion'
import { triggerAt, type Trigger } from './trigger'

/** A reference to the text box; null until it is shown. */
export interface Area {
  readonly current: HTMLTextAreaElement | null
}

/** The suggestions for the word at the caret. */
interface Suggestions {
  readonly shown: ReadonlySignal<readonly Suggestion[]>
  readonly active: ReadonlySignal<number>
  /** Tells the position of the caret; null when the text box loses the focus. */
  moveCaret(to: number | null): void
  /** Whether the suggestions used the key. */
  takeKey(key: string): boolean
  choose(suggestion: Suggestion): void
}

export function createSuggestions(writer: Writer, writing: TextState, area: Area): Suggestions {
  const { store } = writer
  const caret = signal<number | null>(null)
  const active = signal(0)
  /** Where the word begins whose suggestions the user dismissed; null if there is none. */
  const dismissed = signal<number | null>(null)
  let lastNamed: Trigger | null = null
  const named = computed(() => {
    const found = caret.value === null ? null : triggerAt(writing.text.value, caret.value)
    // A key changes the text before it moves the caret. The same word, found again, makes no new suggestions.
    if (JSON.stringify(found) !== JSON.stringify(lastNamed)) lastNamed = found
    return lastNamed
  })
  const trigger = computed(() => (named.value?.from === dismissed.value ? null : named.value))
  const shown = computed(() => (trigger.value === null ? [] : suggestionsFor(trigger.value)))

  function suggestionsFor(openTrigger: Trigger): readonly Suggestion[] {
    switch (openTrigger.kind) {
      case 'mention': {
        const to = writing.conversation.value ?? writing.to.value
        const stream_id = to !== null && 'topic' in to ? to.stream_id : null
        const members = membersOf(writer)
        if (stream_id !== null) void members.load(stream_id)
        const subscribers = stream_id === null ? null : members.of(stream_id)
        return mentionsFor(openTrigger.query, { store, to, subscribers, isSilent: openTrigger.isSilent })
      }
      case 'stream':
        return streamsFor(openTrigger.query, store)
      case 'topic':
        return topicsFor(openTrigger.query, openTrigger.stream, store, topicsOf(writer))
      case 'emoji':
        return emojiFor(openTrigger.query, store)
      case 'language':
        return openTrigger.query === '' ? [] : languagesFor(openTrigger.query)
      default:
        return commandsFor(openTrigger.query)
    }
  }

  function put(text: string, at = text.length): void {
    const box = area.current!
    replace(box, trigger.peek()!.from, caret.peek()!, text, [at, at])
    caret.value = box.selectionStart
  }

  const choose = ({ text, caret }: Suggestion): void => put(text, caret)

  return {
    shown,
    active,
    choose,
    moveCaret(to) {
      if (to === caret.peek()) return
      caret.value = to
      active.value = 0
      if (named.peek() === null) dismissed.value = null
    },
    takeKey(key) {
      const all = shown.peek()
      if (all.length === 0) return false
      const openTrigger = trigger.peek()!
      const chosen = all[active.peek()]!
      const step = { ArrowDown: 1, ArrowUp: -1 }[key]
      if (step !== undefined) active.value = (active.peek() + step + all.length) % all.length
      else if (key === 'Enter' || key === 'Tab') choose(chosen)
      else if (key === 'Escape') dismissed.value = openTrigger.from
      else if (key === '>' && openTrigger.kind === 'stream') put(chosen.text.replace('** ', '>'))
      else return false
      return true
    },
  }
}
