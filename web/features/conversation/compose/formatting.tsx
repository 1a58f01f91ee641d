import { signal } from '@preact/signals'
import {
  ALargeSmall,
  Bold,
  CodeXml,
  EyeOff,
  Italic,
  Link,
  List,
  ListOrdered,
  Sigma,
  Strikethrough,
  TextQuote,
  type IconNode,
} from 'lucide'
import type { RefObject } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { useShortcut } from '../../../ui/keyboard'
import { shortcutOf } from '../../../ui/keyboard/shortcut-of'
import { texts } from '../../../i18n'
import { arrowStep } from '../../../lib/arrow-step'
import { IconButton } from '../../../ui'
import { formats, type Format } from './formats'
import { formattingName } from './formatting-name'
import './formatting.css'

const icons: Readonly<Record<Format, IconNode>> = {
  bold: Bold,
  italic: Italic,
  strike: Strikethrough,
  link: Link,
  bullets: List,
  numbers: ListOrdered,
  quotation: TextQuote,
  code: CodeXml,
  spoiler: EyeOff,
  maths: Sigma,
}

const all = Object.keys(formats) as Format[]

/** Phones have no room for the toolbar beside the other buttons. */
const hasRoom = matchMedia('(min-width: 720px)')

const isShown = signal((localStorage.getItem(formattingName) ?? (hasRoom.matches ? 'shown' : 'hidden')) === 'shown')

/** Shows or hides the toolbar in every text box, and remembers that. */
export const FormattingToggle = () => (
  <IconButton
    icon={ALargeSmall}
    name={texts.compose.formatting}
    aria-pressed={isShown.value}
    onClick={() => {
      isShown.value = !isShown.peek()
      localStorage.setItem(formattingName, isShown.peek() ? 'shown' : 'hidden')
    }}
  />
)

interface FormattingProps {
  readonly area: RefObject<HTMLTextAreaElement | null>
  readonly isDisabled: boolean
}

/** The Markdown toolbar. Its shortcuts work while it is hidden, too. */
export function Formatting({ area, isDisabled }: FormattingProps) {
  const root = useRef<HTMLDivElement>(null)
  /** Index of the button that the Tab key reaches. */
  const [current, setCurrent] = useState(0)

  function apply(format: Format): boolean {
    const box = area.current!
    if (isDisabled || !box.closest('.text-box')!.contains(document.activeElement)) return false
    formats[format](box)
    return true
  }
  useShortcut('bold', () => apply('bold'))
  useShortcut('italic', () => apply('italic'))
  useShortcut('strike', () => apply('strike'))
  useShortcut('link', () => apply('link'))
  useShortcut('bullets', () => apply('bullets'))
  useShortcut('numbers', () => apply('numbers'))
  useShortcut('quotation', () => apply('quotation'))
  useShortcut('code', () => apply('code'))

  function onKeyDown(event: KeyboardEvent): void {
    const step = arrowStep(event)
    const end = { Home: 0, End: all.length - 1 }[event.key]
    const next = step === undefined ? end : (current + step + all.length) % all.length
    if (next === undefined) return
    event.preventDefault()
    setCurrent(next)
    root.current!.querySelectorAll('button')[next]!.focus()
  }

  if (!isShown.value) return null
  return (
    <div
      ref={root}
      class="formatting"
      role="toolbar"
      tabIndex={-1}
      aria-label={texts.compose.formatting}
      onKeyDown={onKeyDown}
    >
      {all.map((format, index) => {
        const name = texts.compose.formats[format]
        const keys = shortcutOf(format)
        return (
          <IconButton
            key={format}
            icon={icons[format]}
            name={name}
            title={keys === '' ? name : `${name} (${keys})`}
            tabIndex={index === current ? 0 : -1}
            disabled={isDisabled}
            onFocus={() => setCurrent(index)}
            onClick={() => formats[format](area.current!)}
          />
        )
      })}
    </div>
  )
}
