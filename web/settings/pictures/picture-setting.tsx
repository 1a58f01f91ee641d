import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useRef } from 'preact/hooks'
import { Section, useSaveState } from '../../ui/form'
import { Button } from '../../ui'
import { ChoosePicture } from './choose-picture'
import { Crop } from './crop'
import { focusNext } from '../../ui/focus'
import './pictures.css'

interface PictureSettingProps {
  readonly title: string
  readonly hint: string
  /** Text of the button that opens the file chooser. */
  readonly choose: string
  /** Whether the picture is read-only. */
  readonly isFixed: boolean
  /** Whether the user crops it to a square. */
  readonly isSquare?: boolean
  readonly maxMib?: number
  readonly onUse: (picture: Blob) => Promise<unknown>
  /** The button that removes the picture; null if there is no picture, or it can only be replaced. */
  readonly removal: { readonly name: string; readonly onRemove: () => Promise<unknown> } | null
  /** The present picture or its placeholder. */
  readonly children: ComponentChildren
}

/** A picture that can be chosen, cropped and removed. */
export function PictureSetting({ title, hint, isFixed, isSquare = false, removal, ...props }: PictureSettingProps) {
  const saving = useSaveState()
  const chosen = useSignal<ImageBitmap | null>(null)
  const buttons = useRef<HTMLDivElement>(null)

  const focus = (): void => focusNext(buttons, 'button')

  function close(): void {
    chosen.value = null
    focus()
  }

  const use = (picture: Blob): Promise<boolean> => saving.save(() => props.onUse(picture))

  return (
    <Section title={title} saving={saving}>
      {chosen.value === null ? (
        <div class="picture-setting">
          {props.children}
          <div class="buttons" ref={buttons}>
            {!isFixed && (
              <ChoosePicture
                label={props.choose}
                maxMib={props.maxMib}
                refuse={saving.refuse}
                onChoose={(picture, file) => {
                  if (isSquare) chosen.value = picture
                  else void use(file)
                }}
              />
            )}
            {!isFixed && removal && (
              <Button
                onClick={() => {
                  focus()
                  void saving.save(removal.onRemove)
                }}
              >
                {removal.name}
              </Button>
            )}
            <p class="hint">{hint}</p>
          </div>
        </div>
      ) : (
        <Crop
          picture={chosen.value}
          onCancel={close}
          onUse={async (square) => {
            if (await use(square)) close()
          }}
        />
      )}
    </Section>
  )
}
