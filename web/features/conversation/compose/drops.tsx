import { useSignal } from '@preact/signals'
import { Paperclip } from 'lucide'
import { useEffect } from 'preact/hooks'
import { texts } from '../../../i18n'
import { dialogs, Icon } from '../../../ui'
import './drops.css'

/** Milliseconds without a `dragover` event after which the overlay disappears. Browsers send one at least every 350. */
const patience = 500

interface DropsProps {
  /** Null if the user cannot attach files here. */
  readonly onFiles: ((files: readonly File[]) => void) | null
}

/** Takes files that are dropped anywhere on the page, and shows an overlay while they are dragged. */
export function Drops({ onFiles }: DropsProps) {
  const isHeld = useSignal(false)

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const hide = (): void => {
      clearTimeout(timer)
      isHeld.value = false
    }
    // The browser reports an image of this page as a file, too, when the user drags it.
    let isOfPage = false
    const onDragStart = (): void => void (isOfPage = true)
    const onDragEnd = (): void => void (isOfPage = false)
    const takes = ({ dataTransfer }: DragEvent): boolean =>
      onFiles !== null && !isOfPage && dialogs.peek() === 0 && dataTransfer!.types.includes('Files')

    function onDragOver(event: DragEvent): void {
      if (!takes(event)) return
      isHeld.value = true
      clearTimeout(timer)
      timer = setTimeout(hide, patience)
    }
    function onDrop(event: DragEvent): void {
      hide()
      const files = [...event.dataTransfer!.files]
      if (files.length > 0 && takes(event)) onFiles!(files)
    }
    addEventListener('dragstart', onDragStart)
    addEventListener('dragend', onDragEnd)
    addEventListener('dragover', onDragOver)
    addEventListener('drop', onDrop)
    return () => {
      clearTimeout(timer)
      removeEventListener('dragstart', onDragStart)
      removeEventListener('dragend', onDragEnd)
      removeEventListener('dragover', onDragOver)
      removeEventListener('drop', onDrop)
    }
  }, [onFiles])

  return (
    isHeld.value && (
      <div class="drops" aria-hidden="true">
        <p>
          <Icon of={Paperclip} />
          {texts.compose.drop}
        </p>
      </div>
    )
  )
}
