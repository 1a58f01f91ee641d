import { useSignal, useSignalEffect, type Signal } from '@preact/signals'
import { SendHorizontal, SquarePen, X } from 'lucide'
import { useEffect, useMemo, useRef } from 'preact/hooks'
import { useShortcut } from '../../../ui/keyboard'
import { Button, IconButton, lazy, showToast } from '../../../ui'
import { texts } from '../../../i18n'
import { attach } from './attach'
import { splitAttachments, uploadIdOf } from './attachments'
import { insert, insertLines, replace } from './edit-text'
import { nameOf } from './names'
import { ComposeBanners } from './compose-banners'
import { isOn, keyOf, type ComposePlace, type Writer } from './recipient'
import { hrefOf, goTo } from '../../../routes/routes'
import { hasSent, noteHasSent, SendHint } from './send-hint'
import { SendLater } from './send-later'
import type { FocusRequest } from './target'
import { TextBox } from './text-box'
import { composerAt } from './composer-state'

const Recipients = lazy(async () => (await import('./recipients')).Recipients)

interface BoxProps {
  readonly writer: Writer
  readonly where: ComposePlace
  readonly awaited: Signal<FocusRequest | null>
  readonly onUp: () => void
  /** Starts a new message to somebody else. */
  readonly onElsewhere?: () => void
  /** Given if the box can be closed: a new message, which covers the box of the conversation. */
  readonly onClose?: () => void
}

/** The form in which the user writes and sends a message. */
export function Box({ writer, where, awaited, onUp, onElsewhere, onClose }: BoxProps) {
  const writing = useMemo(() => composerAt(where, writer), [])
  const area = useRef<HTMLTextAreaElement>(null)
  const form = useRef<HTMLFormElement>(null)
  const isPreview = useSignal(false)
  const isNew = useSignal(!hasSent(writer.store.user_id))
  const { text, bytesLeft, conversation } = writing
  const isOpenTo = where === null || (!('topic' in where) && !('user_ids' in where))
  const cannotBeSent = text.value.trim() === '' || (bytesLeft.value ?? 0) < 0
  const whom = conversation.value && nameOf(conversation.value, writer.store)

  useSignalEffect(() => writing.follow())
  useSignalEffect(() => {
    const { key, text, given, files } = awaited.value ?? {}
    if (key !== keyOf(where)) return
    awaited.value = null
    showText()
    if (files) attach(files, writer, writing)
    if (given !== undefined && area.current!.value === '') replace(area.current!, 0, 0, given)
    if (text !== undefined) (text.includes('\n') ? insertLines : insert)(area.current!, text)
  })
  useEffect(() => {
    if (onClose && !isOpenTo) area.current!.focus()
    const onHide = (): void => {
      if (document.hidden) writing.leave(true)
    }
    document.addEventListener('visibilitychange', onHide)
    return () => {
      document.removeEventListener('visibilitychange', onHide)
      writing.leave()
    }
  }, [])

  /** Ends the preview, and focuses the text box. */
  function showText(): void {
    isPreview.value = false
    area.current!.hidden = false
    area.current!.focus()
  }

  function send(): void {
    try {
      const elsewhere = splitAttachments(text.peek()).attachments.find((one) => {
        const upload_id = uploadIdOf(one)
        return upload_id !== null && writer.outbox.uploads.peek().every(({ id }) => id !== upload_id)
      })
      if (elsewhere) return showToast(texts.compose.notHere(elsewhere.name))
      const to = writing.send()
      if (to === null) return complain()
      isNew.value = false
      noteHasSent(writer.store.user_id)
      showText()
      if (!isOpenTo) return
      onClose?.()
      awaited.value = { key: keyOf(to) }
      goTo(hrefOf(to, writer.store))
    } catch (error) {
      if (!(error instanceof RangeError)) throw error
      showToast(texts.compose.tooMuch)
    }
  }

  /** Focuses the first thing that is missing. */
  function complain(): void {
    const empty = [...form.current!.querySelectorAll<HTMLInputElement>('input')].find(({ value }) => value === '')
    const missing = conversation.peek() === null ? empty : area.current
    missing?.focus()
  }

  useShortcut('toWritten', () => {
    const to = conversation.peek()
    if (to === null) return false
    awaited.value = { key: keyOf(to) }
    goTo(hrefOf(to, writer.store))
    return true
  })

  return (
    <form
      ref={form}
      class="writing"
      onFocusOut={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget as Node | null)) writing.leave()
      }}
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      {isOpenTo && (
        <Recipients writer={writer} writing={writing} isFirst={onClose !== undefined}>
          <div class="recipients" />
        </Recipients>
      )}
      <ComposeBanners writer={writer} writing={writing} />
      <TextBox
        writer={writer}
        writing={writing}
        area={area}
        isPreview={isPreview}
        name={texts.compose.message}
        placeholder={whom === null ? texts.messageList.write : texts.compose.to(whom)}
        onDone={send}
        onKey={(event) => {
          if (event.key !== 'ArrowUp' || text.peek() !== '') return
          event.preventDefault()
          onUp()
        }}
        hint={isNew.value && <SendHint writer={writer} />}
        tools={onElsewhere && <IconButton icon={SquarePen} name={texts.compose.begin} onClick={onElsewhere} />}
      >
        <SendLater writer={writer} writing={writing} isDisabled={cannotBeSent || whom === null} />
        <Button
          kind="main"
          type="submit"
          title={isOn('enter_sends', writer) ? texts.compose.enter : texts.compose.controlEnter}
          icon={SendHorizontal}
          disabled={cannotBeSent}
        >
          <span class="send">{texts.compose.send}</span>
        </Button>
      </TextBox>
      {onClose && (
        <span class="close">
          <IconButton icon={X} name={texts.compose.close} onClick={onClose} />
        </span>
      )}
    </form>
  )
}
