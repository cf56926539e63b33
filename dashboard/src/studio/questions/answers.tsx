import { useState } from "react"
import { Check, Choice } from "../../ui/Field.tsx"

/**
 * The given answer until the service has accepted or refused it, then the service's value.
 *
 * @param onAnswer resolves once the service's state is reloaded
 */
export const useAnswer = <T,>(taken: T, onAnswer: (answer: T) => unknown) => {
  const [pending, setPending] = useState<{ answer: T }>()
  const give = async (answer: T) => {
    const sent = { answer }
    setPending(sent)
    await onAnswer(answer)
    setPending(latest => (latest === sent ? undefined : latest))
  }
  return [pending ? pending.answer : taken, give] as const
}

interface ChoiceAnswerProps<T extends string> {
  label: string
  options: readonly (readonly [T, string])[]
  value: T
  /** Resolves once the service's state is reloaded. */
  onAnswer(value: T): unknown
}

/** A question answered by a choice. */
export const ChoiceAnswer = <T extends string>({ label, options, value, onAnswer }: ChoiceAnswerProps<T>) => {
  const [shown, give] = useAnswer(value, onAnswer)
  return <Choice label={label} options={options} value={shown} onChange={event => give(event.target.value as T)} />
}

interface CheckAnswerProps {
  label: string
  value: boolean
  /** Resolves once the service's state is reloaded. */
  onAnswer(value: boolean): unknown
}

/** A yes-or-no question. */
export const CheckAnswer = ({ label, value, onAnswer }: CheckAnswerProps) => {
  const [shown, give] = useAnswer(value, onAnswer)
  return <Check label={label} checked={shown} onChange={event => give(event.target.checked)} />
}

/** The entries of a catalogue's part as options of a choice. */
export const optionsOf = <T extends string>(names: Readonly<Record<T, string>>) =>
  Object.entries(names) as [T, string][]
