import { stepTitle } from '@/components/pipeline-text/step-title';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { fitFrame } from '../commands/frame-members';
import { toggleFrame, unframeSelected } from '../commands/frames';
import { selectStep } from '../model/derived';
import { updateFrame } from '../model/edits';
import { colorOf, FRAME_COLORS, type FrameColor, findFrame, stepsIn } from '../model/frames';
import { selectSteps } from '../model/selection';
import { useCommandContext } from '../use-commands';
import { useDescriptors, useEditor, useSession } from '../use-editor';
import styles from './frame-inspector.module.css';
import shared from './inspector.module.css';

export interface FrameInspectorProps {
  id: string;
}

/** Title and colour of a frame, its steps, and what can be done with it. */
export function FrameInspector({ id }: FrameInspectorProps) {
  const session = useSession();
  const { store } = session;
  const context = useCommandContext();
  const descriptors = useDescriptors();
  const document = useEditor((state) => state.document);
  const frame = findFrame(document, id);
  if (frame === undefined) return null;
  const steps = stepsIn(document, frame).flatMap((step) => selectStep(document, step) ?? []);
  return (
    <div className={shared.body}>
      <h2 className={shared.heading}>Frame</h2>
      <Field label="Title">
        {(control) => (
          <Input
            id={control.id}
            aria-describedby={control['aria-describedby']}
            value={frame.title ?? ''}
            placeholder="Frame"
            onChange={({ target }) =>
              store.edit(
                'Rename frame',
                (current) =>
                  updateFrame(current, id, { title: target.value === '' ? undefined : target.value }),
                { coalesce: `frame.title.${id}` },
              )
            }
          />
        )}
      </Field>
      <ColorChoice
        color={colorOf(frame)}
        onChange={(color) => store.edit('Colour frame', (current) => updateFrame(current, id, { color }))}
      />
      <div className={shared.actions}>
        <Button size="sm" onClick={() => toggleFrame(session, id)}>
          {frame.collapsed === true ? 'Expand' : 'Collapse'}
        </Button>
        <Button size="sm" disabled={steps.length === 0} onClick={() => fitFrame(session, id)}>
          Fit to steps
        </Button>
        <Button size="sm" onClick={() => unframeSelected.run(context)}>
          Remove frame
        </Button>
      </div>
      <ul className={shared.picked} aria-label="Steps of the frame">
        {steps.map((step) => (
          <li key={step.id}>
            <button type="button" className={shared.pick} onClick={() => store.select(selectSteps(step.id))}>
              {stepTitle(step, descriptors.find(step.action))} <span className={shared.unit}>{step.id}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

interface ColorChoiceProps {
  color: FrameColor;
  onChange: (color: FrameColor) => void;
}

/** The six colours, each with its name. */
function ColorChoice({ color, onChange }: ColorChoiceProps) {
  return (
    <fieldset className={styles.colors}>
      <legend className={styles.legend}>Colour</legend>
      {FRAME_COLORS.map((one) => (
        <label key={one} className={styles.color} data-frame-color={one} title={NAMES[one]}>
          <input
            type="radio"
            name="frame-color"
            aria-label={NAMES[one]}
            checked={one === color}
            onChange={() => onChange(one)}
          />
        </label>
      ))}
    </fieldset>
  );
}

const NAMES: Readonly<Record<FrameColor, string>> = {
  gray: 'Grey',
  blue: 'Blue',
  green: 'Green',
  amber: 'Amber',
  pink: 'Pink',
  violet: 'Violet',
};
