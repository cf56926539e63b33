import { useSettings } from "../lib/settings.tsx"
import { live as liveDe } from "../text/de.live.ts"
import { live as liveEn } from "../text/en.live.ts"
import { live as liveNl } from "../text/nl.live.ts"

const TEXTS = { en: liveEn, nl: liveNl, de: liveDe }

/** The words of the sliders. */
export const useLiveText = () => TEXTS[useSettings().language]
