import { useState } from "react"
import { Check, Choice } from "../../ui/Field.tsx"

/**
 * What is answered until the service has taken or refused it, and what the service has from then on.
 *
 * @param onAnswer resolves when what the service has is known again
 */
export const useAnswer = <T,>(taken: T, onAnswer: (answer: T) => unknown) => {
  const [given, setGiven] = useState<{ answer: T }>()
  const give = async (answer: T) => {
    const own = { answer }
    setGiven(own)
    await onAnswer(answer)
    setGiven(latest => (latest === own ? undefined : latest))
  }
  return [given ? given.answer : taken, give] as const
}

interface ChoiceAnswerProps<T extends string> {
  label: string
  options: readonly (readonly [T, string])[]
  value: T
  /** Resolves when what the service has is known again. */
  onAnswer(value: T): unknown
}

/** A question that is answered by choosing. */
export const ChoiceAnswer = <T extends string>({ label, options, value, onAnswer }: ChoiceAnswerProps<T>) => {
  const [shown, give] = useAnswer(value, onAnswer)
  return <Choice label={label} options={options} value={shown} onChange={event => give(event.target.value as T)} />
}

interface CheckAnswerProps {
  label: string
  value: boolean
  /** Resolves when what the service has is known again. */
  onAnswer(value: boolean): unknown
}

/** A question that is answered by yes or no. */
export const CheckAnswer = ({ label, value, onAnswer }: CheckAnswerProps) => {
  const [shown, give] = useAnswer(value, onAnswer)
  return <Check label={label} checked={shown} onChange={event => give(event.target.checked)} />
}

/** The entries of a catalogue's part as options of a choice. */
export const optionsOf = <T extends string>(names: Readonly<Record<T, string>>) =>
  Object.entries(names) as [T, string][]
