import { useSignal, useSignalEffect } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { texts } from '../../i18n'
import { Button } from '../../ui'
import './pictures.css'

interface CropProps {
  readonly picture: ImageBitmap
  readonly onUse: (square: Blob) => Promise<void>
  readonly onCancel: () => void
}

/** Width of the result in pixels: twice the largest avatar, for high-density screens. */
const size = 512

const within = (value: number): number => Math.min(1, Math.max(0, value))

/** Lets the user choose a square part of a picture. */
export function Crop({ picture, onUse, onCancel }: CropProps) {
  const t = texts.pictures
  const canvas = useRef<HTMLCanvasElement>(null)
  const first = useRef<HTMLInputElement>(null)
  const zoom = useSignal(1)
  /** Position of the square from 0 to 1, where 1 touches the right or bottom edge. */
  const [across, down] = [useSignal(0.5), useSignal(0.5)]
  const isBusy = useSignal(false)
  useLayoutEffect(() => first.current!.focus(), [])

  const side = (): number => Math.min(picture.width, picture.height) / zoom.value
  useSignalEffect(() => {
    const pen = canvas.current!.getContext('2d')!
    const part = side()
    pen.clearRect(0, 0, size, size)
    pen.imageSmoothingQuality = 'high'
    const [x, y] = [(picture.width - part) * across.value, (picture.height - part) * down.value]
    pen.drawImage(picture, x, y, part, part, 0, 0, size, size)
  })

  function drag({ buttons, movementX, movementY, currentTarget, pointerId }: PointerEvent): void {
    if (buttons === 0) return
    const box = currentTarget as HTMLCanvasElement
    box.setPointerCapture(pointerId)
    const scale = side() / box.clientWidth
    across.value = within(across.value - (movementX * scale) / (picture.width - side() || 1))
    down.value = within(down.value - (movementY * scale) / (picture.height - side() || 1))
  }

  async function use(): Promise<void> {
    isBusy.value = true
    const square = await new Promise<Blob | null>((resolve) => canvas.current!.toBlob(resolve, 'image/webp', 0.9))
    if (square !== null) await onUse(square)
    isBusy.value = false
  }

  const sliders = [
    { name: t.zoom, of: zoom, min: 1, max: 4 },
    { name: t.across, of: across, min: 0, max: 1 },
    { name: t.down, of: down, min: 0, max: 1 },
  ]
  return (
    <div class="crop">
      <canvas ref={canvas} width={size} height={size} role="img" aria-label={t.crop} onPointerMove={drag} />
      <div>
        <p class="hint">{t.cropHint}</p>
        {sliders.map(({ name, of, min, max }, index) => (
          <label key={name}>
            {name}
            <input
              ref={index === 0 ? first : null}
              type="range"
              min={min}
              max={max}
              step="any"
              value={of.value}
              onInput={({ currentTarget }) => (of.value = currentTarget.valueAsNumber)}
            />
          </label>
        ))}
        <div class="buttons">
          <Button kind="main" disabled={isBusy.value} onClick={() => void use()}>
            {t.use}
          </Button>
          <Button onClick={onCancel}>{texts.forms.cancel}</Button>
        </div>
      </div>
    </div>
  )
}
