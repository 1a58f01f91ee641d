import { useSignal } from '@preact/signals'
import { useEffect, useMemo, useRef } from 'preact/hooks'
import { texts } from '../../i18n'
import { rank } from '../../lib/rank'
import { useStore } from '../../session/context'
import { emojiOf, emojiWeight, Glyph, loadEmoji, type Emoji } from './emoji'
import { keyOf, recentEmoji } from './recent'
import { nextIn } from './grid'
import { sectionsOf, type Group } from './sections'
import { Tabs } from './tabs'
import { focusIn } from '../../ui/focus'
import './picker.css'

/** Most emoji that a search finds. */
const maxFoundEmoji = 64

export interface PickerProps {
  /** Id of the popover, for its button. */
  readonly id: string
  readonly onChoose: (emoji: Emoji) => void
  readonly onClose: () => void
}

/** All emoji in a grid, with a search. It is open while it is rendered. The browser returns the focus when it closes. */
export function Picker({ id, onChoose, onClose }: PickerProps) {
  const store = useStore()
  const box = useRef<HTMLDivElement>(null)
  const typed = useSignal('')
  const group = useSignal<Group | null>(null)
  const recent = useMemo(() => recentEmoji.all(store.user_id), [])
  const all = emojiOf(store).value
  const found = rank(all, typed.value, { names: ({ names }) => names, weight: emojiWeight, maxResults: maxFoundEmoji })
  const isSearch = typed.value.trim() !== ''
  const sections = isSearch ? [{ name: 'found' as const, emoji: found }] : sectionsOf(all, recent, group.value)
  const first = sections.flatMap(({ emoji }) => emoji)[0]
  const { emoji: t } = texts

  useEffect(() => {
    void loadEmoji()
    box.current!.showPopover()
    focusIn(box.current, 'input')
  }, [])

  function onKeyDown(event: KeyboardEvent): void {
    // The page below has shortcuts of its own.
    event.stopPropagation()
    const buttons = [...box.current!.querySelectorAll<HTMLElement>('.grid button')]
    const focused = document.activeElement as HTMLElement
    const isWithin = buttons.includes(focused)
    const isTyping = focused.localName === 'input'
    if (event.key === 'Enter' && isTyping) {
      if (first !== undefined) choose(first)
    } else if (event.key === 'ArrowDown' && isTyping) buttons[0]?.focus()
    else if (!isWithin || !event.key.startsWith('Arrow')) return
    else (nextIn(buttons, focused, event.key) ?? box.current!.querySelector('input')!).focus()
    event.preventDefault()
  }

  function choose(emoji: Emoji): void {
    recentEmoji.note(store.user_id, keyOf(emoji))
    box.current!.hidePopover()
    onChoose(emoji)
  }

  return (
    <div
      ref={box}
      id={id}
      class="emoji-picker"
      style={{ 'position-anchor': `--${id}` }}
      popover="auto"
      role="dialog"
      aria-label={texts.compose.emoji}
      onToggle={({ newState }) => newState === 'closed' && onClose()}
      onMouseDown={(event) => event.stopPropagation()}
    >
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys of everything within */}
      <div onKeyDown={onKeyDown}>
        <input
          type="search"
          aria-label={t.find}
          placeholder={t.find}
          maxLength={60}
          value={typed.value}
          onInput={({ currentTarget }) => (typed.value = currentTarget.value)}
        />
        {!isSearch && <Tabs group={group} />}
        <div class="grid">
          {sections.map(({ name, emoji }) => (
            <section key={name} aria-label={t[name]}>
              {sections.length > 1 && <h3>{t[name]}</h3>}
              <div>
                {emoji.map((one, index) => (
                  <button
                    key={keyOf(one)}
                    type="button"
                    tabIndex={index === 0 ? 0 : -1}
                    aria-label={`:${one.names[0]}:`}
                    title={one.names.map((other) => `:${other}:`).join(' ')}
                    onClick={() => choose(one)}
                  >
                    <Glyph emoji={one} />
                  </button>
                ))}
              </div>
            </section>
          ))}
          {isSearch && found.length === 0 && <p>{t.none}</p>}
        </div>
      </div>
    </div>
  )
}
