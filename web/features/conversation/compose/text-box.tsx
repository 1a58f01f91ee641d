import { useSignal, type Signal } from '@preact/signals'
import { Eye, Smile } from 'lucide'
import type { ComponentChildren, RefObject } from 'preact'
import { useId, useRef } from 'preact/hooks'
import { EmojiButton } from '../../emoji'
import { useShortcut } from '../../../ui/keyboard'
import { IconButton, lazy } from '../../../ui'
import { isTouch } from '../../../ui/is-touch'
import { texts } from '../../../i18n'
import { attach } from './attach'
import { AttachButton } from './attach-button'
import { putTogether, splitAttachments, uploadIdOf } from './attachments'
import { CallMenu } from './call-menu'
import { Chips } from './chips'
import { insert, isSpaced } from './edit-text'
import { Formatting, FormattingToggle } from './formatting'
import { isOn, type Writer } from './recipient'
import type { Suggesting } from './suggestions'
import type { TextState } from './composer-state'

const Preview = lazy(async () => (await import('./preview')).Preview)
const Suggestions = lazy(async () => (await import('./suggestions')).Suggestions)

/** Keeps the focus in the text box when the user presses a button. */
const keepFocus = (event: Event): void => event.preventDefault()

interface TextBoxProps {
  readonly writer: Writer
  readonly writing: TextState
  readonly area: RefObject<HTMLTextAreaElement | null>
  readonly isPreview: Signal<boolean>
  readonly name: string
  readonly placeholder?: string
  /** Called for Ctrl+Enter, and for Enter if it sends. */
  readonly onDone: () => void
  /** Called with keys that the text box does not use. */
  readonly onKey?: (event: KeyboardEvent) => void
  /** More buttons for the toolbar. */
  readonly tools?: ComponentChildren
  /** Help for new users. */
  readonly hint?: ComponentChildren
  /** Buttons that end the writing, such as Send. */
  readonly children: ComponentChildren
}

/** A text box with suggestions, attachments, a preview and a toolbar. */
export function TextBox({ writer, writing, area, isPreview, name, placeholder, ...props }: TextBoxProps) {
  const { text, bytesLeft } = writing
  const { body, attachments } = splitAttachments(text.value)
  const countId = useId()
  const root = useRef<HTMLDivElement>(null)
  const eye = useRef<HTMLButtonElement>(null)
  const suggestions = useRef<Suggesting | null>(null)
  /** Whether the user has been in the box. Only then are the suggestions loaded. */
  const isUsed = useSignal(false)
  const onCaret = (): void => {
    isUsed.value = true
    suggestions.current?.onCaret()
  }
  const take = (files: Iterable<File>): void => attach(files, writer, writing)

  /** Attaches files that were pasted or dropped. */
  function takeFrom(event: Event, { files }: DataTransfer): void {
    if (files.length === 0) return
    event.preventDefault()
    take([...files])
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.isComposing) return
    if (suggestions.current?.takeKey(event.key)) return event.preventDefault()
    if (event.key === ' ' && isSpaced(area.current!)) return event.preventDefault()
    const isCommand = event.ctrlKey || event.metaKey
    // On-screen keyboards have no Shift+Enter for a new line, and the Send button is as near as Enter.
    const isSending = isCommand || (isOn('enter_sends', writer) && !isTouch.matches)
    if (event.key !== 'Enter' || event.shiftKey || !isSending) return props.onKey?.(event)
    props.onDone()
    event.preventDefault()
  }

  /** A handler that acts only while the focus is in this text box, and returns whether it was. */
  const inside = (act: (box: HTMLTextAreaElement) => void) => () => {
    const isHere = root.current!.contains(document.activeElement)
    if (isHere) act(area.current!)
    return isHere
  }
  function togglePreview(): void {
    const box = area.current!
    if (text.peek().trim() !== '') isPreview.value = !isPreview.peek()
    box.hidden = isPreview.peek()
    // The text box is hidden during the preview, so its button takes the focus.
    ;(box.hidden ? eye.current! : box).focus()
  }
  useShortcut('preview', inside(togglePreview))

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- files are dropped anywhere on it
    <div
      ref={root}
      class="text-box"
      onKeyDown={(event) => {
        if (!isPreview.peek() || event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
        event.preventDefault()
        props.onDone()
      }}
      onDrop={(event) => {
        takeFrom(event, event.dataTransfer!)
        // These files are attached. The rest of the page must not take them.
        if (event.dataTransfer!.files.length > 0) event.stopPropagation()
      }}
    >
      {isPreview.value && (
        <Preview
          writer={writer}
          text={putTogether(
            body,
            attachments.filter((one) => uploadIdOf(one) === null),
          )}
        />
      )}
      <textarea
        ref={area}
        hidden={isPreview.value}
        rows={1}
        dir="auto"
        aria-label={name}
        aria-describedby={bytesLeft.value === null ? undefined : countId}
        placeholder={placeholder}
        value={body}
        aria-autocomplete="list"
        onKeyUp={onCaret}
        onClick={onCaret}
        onFocus={onCaret}
        onInput={(event) => {
          writing.write(putTogether(event.currentTarget.value, attachments))
          onCaret()
        }}
        onKeyDown={onKeyDown}
        onPaste={(event) => takeFrom(event, event.clipboardData!)}
        onBlur={() => suggestions.current?.leave()}
      />
      {isUsed.value && <Suggestions writer={writer} writing={writing} area={area} hold={suggestions} />}
      <Chips writer={writer} writing={writing} area={area} />
      <div class="tools" onMouseDown={keepFocus}>
        <AttachButton onFiles={take} />
        <EmojiButton
          icon={Smile}
          name={texts.compose.emoji}
          onChoose={({ names }) => insert(area.current!, `:${names[0]}:`)}
        />
        <CallMenu writer={writer} area={area} />
        <IconButton
          icon={Eye}
          buttonRef={eye}
          name={texts.compose.preview}
          aria-pressed={isPreview.value}
          disabled={text.value.trim() === ''}
          onClick={togglePreview}
        />
        {props.tools}
        <FormattingToggle />
        <Formatting area={area} isDisabled={isPreview.value} />
        <span class="rest">{props.hint}</span>
        {bytesLeft.value !== null && (
          <span id={countId} class={`left ${bytesLeft.value < 0 ? 'over' : ''}`}>
            {bytesLeft.value < 0
              ? texts.compose.charactersOver(-bytesLeft.value)
              : texts.compose.charactersLeft(bytesLeft.value)}
          </span>
        )}
        {props.children}
      </div>
    </div>
  )
}
