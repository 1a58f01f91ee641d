import { useRef } from 'preact/hooks'
import { laterWords } from '../../i18n/later-words'
import { Button } from '../../ui'

const bytesOfMib = 1024 * 1024

interface ChoosePictureProps {
  readonly label: string
  /** Largest file, if the server gets it as it is. */
  readonly mostMib?: number | undefined
  readonly onChoose: (picture: ImageBitmap, file: File) => void
  /** Says why a file cannot be taken. */
  readonly refuse: (why: string) => void
}

/** A button by which somebody takes a picture from their device. */
export function ChoosePicture({ label, mostMib = Infinity, onChoose, refuse }: ChoosePictureProps) {
  const input = useRef<HTMLInputElement>(null)

  async function choose(box: HTMLInputElement): Promise<void> {
    const [file] = box.files ?? []
    // The same file may be chosen again.
    box.value = ''
    if (file === undefined) return
    if (file.size > mostMib * bytesOfMib) return refuse(laterWords.pictures.tooLarge(mostMib))
    try {
      onChoose(await createImageBitmap(file), file)
    } catch {
      refuse(laterWords.pictures.notAPicture)
    }
  }

  return (
    <>
      <Button onClick={() => input.current!.click()}>{label}</Button>
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
