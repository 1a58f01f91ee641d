import { useSignal } from '@preact/signals'
import { laterWords } from '../../i18n/later-words'
import { say } from '../../ui'
import { ChoosePicture, Crop } from '../../settings/pictures'
import { sayWhy } from '../../ui/reason'
import { useSession } from '../../session/context'
import type { StepProps } from '../../session/onboarding'

/** Sets a picture of oneself. */
export function Picture({ onDone }: StepProps) {
  const { ask } = useSession()
  const said = laterWords.firstSteps
  const chosen = useSignal<ImageBitmap | null>(null)

  async function use(file: Blob): Promise<void> {
    try {
      await ask('POST /users/me/avatar', { file })
      onDone()
    } catch (error) {
      sayWhy(error)
    }
  }

  if (chosen.value !== null) return <Crop picture={chosen.value} onUse={use} onCancel={() => (chosen.value = null)} />
  return (
    <>
      <p>{said.pictureHint}</p>
      <ChoosePicture label={said.pictureNow} refuse={say} onChoose={(picture) => (chosen.value = picture)} />
    </>
  )
}
