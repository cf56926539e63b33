import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef, useState } from "react"
import { flushSync } from "react-dom"
import { type Language, loadText, type Text } from "../text/text.ts"
import { arriving } from "./arriving.ts"
import { EURO, type Format, formatOf } from "./format.ts"
import { chooseLanguage } from "./language.ts"
import { remember, remembered } from "./memory.ts"
import { type Palette, readPalette } from "./palette.ts"

/** The reader's choices and settings derived from them. */
export interface Settings {
  language: Language
  /** Switches the page to a language as soon as its texts are loaded. */
  setLanguage(language: Language): void
  isDark: boolean
  setDark(isDark: boolean): void
  text: Text
  format: Format
  palette: Palette
}

const Context = createContext<Settings | undefined>(undefined)

export const useSettings = (): Settings => {
  const settings = useContext(Context)
  if (!settings) throw new Error("a component is outside of SettingsProvider")
  return settings
}

const darkQuery = () => matchMedia("(prefers-color-scheme: dark)")

/** True for dark colours: by the reader's choice, by default the system's; never on paper. */
const useDark = () => {
  const [chosen, setChosen] = useState(remembered("theme"))
  const [isSystemDark, setSystemDark] = useState(darkQuery().matches)
  const [isPrinting, setPrinting] = useState(false)
  useEffect(() => {
    const query = darkQuery()
    const follow = () => setSystemDark(query.matches)
    const print = () => flushSync(() => setPrinting(true))
    const printed = () => setPrinting(false)
    query.addEventListener("change", follow)
    addEventListener("beforeprint", print)
    addEventListener("afterprint", printed)
    return () => {
      query.removeEventListener("change", follow)
      removeEventListener("beforeprint", print)
      removeEventListener("afterprint", printed)
    }
  }, [])
  const setDark = (isDark: boolean) => {
    remember("theme", isDark ? "dark" : "light")
    setChosen(isDark ? "dark" : "light")
  }
  return { isDark: !isPrinting && (chosen ? chosen === "dark" : isSystemDark), setDark }
}

/** A language and its words. */
export type Words = Pick<Settings, "language" | "text">

/**
 * Current texts, and a function that changes the language. The last request counts; texts that do not arrive change
 * nothing.
 */
const useWords = (first: Words) => {
  const [words, setWords] = useState(first)
  const wanted = useRef(first.language)
  const setLanguage = (language: Language) => {
    wanted.current = language
    const turn = (text: Text) => {
      if (wanted.current !== language) return
      chooseLanguage(language)
      setWords({ language, text })
    }
    loadText(language, arriving).then(turn, () => undefined)
  }
  return { ...words, setLanguage }
}

/** Provides language, colours and number formats to everything inside. @param first the page's initial words */
export const SettingsProvider = ({ first, children }: { first: Words; children: ReactNode }) => {
  const { language, text, setLanguage } = useWords(first)
  const { isDark, setDark } = useDark()
  const format = useMemo(() => formatOf(language, EURO), [language])
  const palette = useMemo(() => {
    document.documentElement.dataset.theme = isDark ? "dark" : "light"
    return readPalette()
  }, [isDark])
  useEffect(() => {
    document.documentElement.lang = language
  }, [language])
  const settings: Settings = {
    language,
    setLanguage,
    isDark,
    setDark,
    text,
    format,
    palette,
  }
  return <Context value={settings}>{children}</Context>
}

/** Everything inside shows its amounts in a currency. */
export const CurrencyScope = ({ currency, children }: { currency: string; children: ReactNode }) => {
  const settings = useSettings()
  const { language } = settings
  const inCurrency = useMemo(
    () => ({ ...settings, format: formatOf(language, currency) }),
    [settings, language, currency],
  )
  return <Context value={inCurrency}>{children}</Context>
}
