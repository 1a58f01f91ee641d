import { effect } from '@preact/signals'
import { useEffect, useId, useLayoutEffect, useMemo } from 'preact/hooks'
import { Glyph } from '../../../emoji'
import { Avatar, ListBox, optionId, StreamSwatch } from '../../../../ui'
import { texts } from '../../../../i18n'
import type { Writer } from '../recipient'
import type { TextState } from '../composer-state'
import type { Suggestion } from './suggestion'
import { prepareMentions } from './mentions'
import { createSuggestions, type Area } from './suggestions'

export interface SuggestionsProps {
  readonly writer: Writer
  readonly writing: TextState
  readonly area: Area
  /** Filled by this component, for the text box to call. */
  readonly hold: { current: Suggesting | null }
}

/** What the text box tells its suggestions. */
export interface Suggesting {
  /** Whether the suggestions used the key. */
  takeKey(key: string): boolean
  /** Call it whenever the caret may have moved. */
  onCaret(): void
  leave(): void
}

/** The suggestions for the word at the caret of a text box. */
export function Suggestions({ writer, writing, area, hold }: SuggestionsProps) {
  const id = useId()
  const made = useMemo(() => createSuggestions(writer, writing, area), [])
  const items = made.shown.value
  const active = Math.min(made.active.value, items.length - 1)
  const isShown = items.length > 0

  useEffect(() => {
    function onCaret(): void {
      const box = area.current!
      const isHere = box === document.activeElement && box.selectionStart === box.selectionEnd
      made.moveCaret(isHere ? box.selectionStart : null)
    }
    hold.current = { takeKey: (key) => made.takeKey(key), onCaret, leave: () => made.moveCaret(null) }
    onCaret()
  }, [])
  useEffect(() => effect(() => prepareMentions(writer.store)), [])
  useLayoutEffect(() => {
    const box = area.current!
    if (isShown) {
      box.setAttribute('aria-controls', id)
      box.setAttribute('aria-activedescendant', optionId(id, active))
    } else for (const name of ['aria-controls', 'aria-activedescendant']) box.removeAttribute(name)
  })

  if (!isShown) return null
  return (
    <ListBox
      id={id}
      name={texts.compose.suggestions}
      items={items}
      keyOf={({ key }) => key}
      active={active}
      onChoose={(one) => made.choose(one)}
    >
      {(one) => <Suggested suggestion={one} />}
    </ListBox>
  )
}

const Suggested = ({ suggestion: { label, hint, sign } }: { suggestion: Suggestion }) => (
  <>
    {sign && 'user_id' in sign && <Avatar user_id={sign.user_id} name={label} picture={sign.picture} size={20} />}
    {sign && 'color' in sign && <StreamSwatch color={sign.color} />}
    {sign && 'emoji' in sign && <Glyph emoji={sign.emoji} />}
    <bdi class="label">{label}</bdi>
    {hint && <span class="hint">{hint}</span>}
  </>
)
