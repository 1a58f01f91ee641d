import { useSignal } from '@preact/signals'
import { texts } from '../../i18n'
import { showToast } from '../../ui'
import { ChoosePicture, Crop } from '../../settings/pictures'
import { showReason } from '../../ui/reason'
import { useSession } from '../../session/context'
import type { StepProps } from '../../session/onboarding'

/** The step that sets a picture of the user. */
export function Picture({ onDone }: StepProps) {
  const { ask } = useSession()
  const t = texts.onboarding
  const chosen = useSignal<ImageBitmap | null>(null)

  async function use(file: Blob): Promise<void> {
    try {
      await ask('POST /users/me/avatar', { file })
      onDone()
    } catch (error) {
      showReason(error)
    }
  }

  if (chosen.value !== null) return <Crop picture={chosen.value} onUse={use} onCancel={() => (chosen.value = null)} />
  return (
    <>
      <p>{t.pictureHint}</p>
      <ChoosePicture label={t.pictureNow} refuse={showToast} onChoose={(picture) => (chosen.value = picture)} />
    </>
  )
}
