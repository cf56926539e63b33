import { useEffect, useState } from "react"
import { Check, Choice } from "../../ui/Field.tsx"

/** What is answered while the service has not taken it yet, and what it has from then on. */
const useAnswer = <T,>(taken: T) => {
  const [given, setGiven] = useState<{ answer: T }>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was taken stands in place of what was given
  useEffect(() => setGiven(undefined), [taken])
  return [given ? given.answer : taken, (answer: T) => setGiven({ answer })] as const
}

interface ChoiceAnswerProps<T extends string> {
  label: string
  options: readonly (readonly [T, string])[]
  value: T
  onAnswer(value: T): void
}

/** A question that is answered by choosing. */
export const ChoiceAnswer = <T extends string>({ label, options, value, onAnswer }: ChoiceAnswerProps<T>) => {
  const [shown, give] = useAnswer(value)
  const choose = (answer: T) => {
    give(answer)
    onAnswer(answer)
  }
  return <Choice label={label} options={options} value={shown} onChange={event => choose(event.target.value as T)} />
}

interface CheckAnswerProps {
  label: string
  value: boolean
  onAnswer(value: boolean): void
}

/** A question that is answered by yes or no. */
export const CheckAnswer = ({ label, value, onAnswer }: CheckAnswerProps) => {
  const [shown, give] = useAnswer(value)
  const choose = (answer: boolean) => {
    give(answer)
    onAnswer(answer)
  }
  return <Check label={label} checked={shown} onChange={event => choose(event.target.checked)} />
}

/** The entries of a catalogue's part as options of a choice. */
export const optionsOf = <T extends string>(names: Readonly<Record<T, string>>) =>
  Object.entries(names) as [T, string][]
