import { Choices } from '../../ui/form'
import { setLocalAppearance, densities, localAppearance, textSizeOf, textSizes } from '../../ui/styles/local-appearance'
import { texts } from '../../i18n'
import { usePreferences } from './place'
import { AppearanceSample } from './appearance-sample'

/** Text size and density in this browser, with a sample. */
export function LocalAppearanceSettings() {
  const { size, sizes, density, densities: densityNames, onlyHere } = texts.settings
  const { settings } = usePreferences()
  return (
    <section class="looks-here">
      <div class="beside">
        <Choices
          legend={size}
          value={textSizeOf(localAppearance.value, settings['dense_mode'] !== false)}
          options={textSizes.map((value) => ({ value, label: sizes[value] }))}
          onChoose={(textSize) => setLocalAppearance({ textSize })}
        />
        <Choices
          legend={density}
          value={localAppearance.value.density}
          options={densities.map((value) => ({ value, label: densityNames[value] }))}
          onChoose={(value) => setLocalAppearance({ density: value })}
        />
      </div>
      <AppearanceSample />
      <p class="hint">{onlyHere}</p>
    </section>
  )
}
