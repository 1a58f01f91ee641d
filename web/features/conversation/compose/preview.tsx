import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { Content } from '../message'
import { texts } from '../../../i18n'
import type { Writer } from './recipient'

/** A text as the server renders it. */
export function Preview({ writer, text }: { writer: Writer; text: string }) {
  const html = useSignal<string | null>(null)
  const isFailed = useSignal(false)
  useEffect(() => {
    writer.ask('POST /messages/render', { content: text }).then(
      ({ rendered }) => (html.value = rendered),
      () => (isFailed.value = true),
    )
  }, [])
  return (
    <div
      class="preview"
      role="region"
      aria-label={texts.compose.preview}
      aria-busy={html.value === null && !isFailed.value}
    >
      {isFailed.value && <p>{texts.compose.noPreview}</p>}
      {html.value !== null && <Content html={html.value} />}
    </div>
  )
}
