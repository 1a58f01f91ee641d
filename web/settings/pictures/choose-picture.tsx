import { useRef } from 'preact/hooks'
import { texts } from '../../i18n'
import { Button } from '../../ui'

const bytesOfMib = 1024 * 1024

interface ChoosePictureProps {
  readonly label: string
  /** Limit in MiB for a file that is uploaded as it is; undefined if it will be cropped. */
  readonly maxMib?: number | undefined
  readonly onChoose: (picture: ImageBitmap, file: File) => void
  /** Shows why a file was refused. */
  readonly refuse: (why: string) => void
}

/** A button that opens the file chooser. */
export function ChoosePicture({ label, maxMib = Infinity, onChoose, refuse }: ChoosePictureProps) {
  const input = useRef<HTMLInputElement>(null)

  async function choose(box: HTMLInputElement): Promise<void> {
    const [file] = box.files ?? []
    // So that choosing the same file again is a change.
    box.value = ''
    if (file === undefined) return
    if (file.size > maxMib * bytesOfMib) return refuse(texts.pictures.tooLarge(maxMib))
    try {
      onChoose(await createImageBitmap(file), file)
    } catch {
      refuse(texts.pictures.notAPicture)
    }
  }

  return (
    <>
      <Button onClick={() => input.current!.showPicker()}>{label}</Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={label}
        accept="image/png,image/jpeg,image/gif,image/webp"
        onChange={({ currentTarget }) => void choose(currentTarget)}
      />
    </>
  )
}
