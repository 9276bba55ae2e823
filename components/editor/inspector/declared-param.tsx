'use client';

import { LineageButton } from '@/components/pipeline-text/lineage-button';
import { IconButton } from '@/components/ui/icon-button';
import { Tag } from '@/components/ui/tag';
import { type Json, type JsonObject, type ParamDeclaration, placeText } from '@/engine';
import { ParamsForm } from '../form/params-form';
import { removeDeclaredParam, renameDeclaredParam, setPipelineField } from '../model/edits';
import { setKey } from '../model/keys';
import { renameTypedSample } from '../model/typed-samples';
import { useDescriptors, useEditorStore, useSession } from '../use-editor';
import { declarationForm } from './declaration-schema';
import { moveKey, NameInput, refuseParamName } from './name-input';
import { ParamSample } from './param-sample';
import styles from './pipeline-inspector.module.css';

export interface DeclaredParamProps {
  name: string;
  declaration: ParamDeclaration;
  /** Called before the param gets another name. */
  onRename: (next: string) => void;
}

const ORDER = ['type', 'required', 'default', 'description', 'enum'];

/** One declared param: name, type, required, default, description, allowed values. */
export function DeclaredParam({ name, declaration, onRename }: DeclaredParamProps) {
  const session = useSession();
  const store = useEditorStore();
  const descriptors = useDescriptors();
  const written = declarationJson(declaration);
  const replace = (next: JsonObject, what: string) => {
    store.edit(
      `Edit parameter ${name}`,
      (document) => setPipelineField(document, 'params', setKey(document.params ?? {}, name, next)),
      { coalesce: `params.${name}.${what}` },
    );
  };
  const move = (by: number) =>
    store.edit(`Move parameter ${name}`, (document) =>
      setPipelineField(document, 'params', moveKey(document.params ?? {}, name, by)),
    );
  return (
    <details className={styles.param} data-field={`params.${name}`}>
      <summary className={styles.summary}>
        <span className={styles.paramName}>{name}</span>
        <span className={styles.paramType}>{declaration.type ?? 'string'}</span>
        {declaration.required === true && <Tag>required</Tag>}
        {declaration.default !== undefined && (
          <span className={styles.paramDefault}>= {JSON.stringify(declaration.default)}</span>
        )}
      </summary>
      <div className={styles.paramBody}>
        <div className={styles.nameRow}>
          <NameInput
            label={`Name of the parameter ${name}`}
            name={name}
            refuse={(next) => refuseParamName(store.getState().document, name, next)}
            onRename={(next) => {
              onRename(next);
              renameTypedSample(session, name, next);
              store.edit(`Rename parameter ${name} to ${next}`, (document) =>
                renameDeclaredParam(document, name, next, descriptors),
              );
            }}
          />
          <span className={styles.tools}>
            <LineageButton value={placeText({ of: 'param', step: undefined, path: [name] })} of={name} />
            <IconButton
              icon="collapse"
              size="sm"
              iconSize={14}
              label={`Move ${name} down`}
              onClick={() => move(1)}
              className={styles.down}
            />
            <IconButton
              icon="first"
              size="sm"
              iconSize={14}
              label={`Move ${name} up`}
              onClick={() => move(-1)}
            />
            <IconButton
              icon="x"
              size="sm"
              iconSize={14}
              label={`Remove ${name}`}
              onClick={() =>
                store.edit(`Remove parameter ${name}`, (document) => removeDeclaredParam(document, name))
              }
            />
          </span>
        </div>
        <ParamsForm
          descriptor={declarationForm(declaration)}
          params={written}
          base={`params.${name}`}
          onChange={(key, value, at) => replace(setKey(written, key, value, ORDER), at)}
          onReplace={(next) => replace(next, 'all')}
        />
        <ParamSample name={name} declaration={declaration} />
      </div>
    </details>
  );
}

/** A declaration is JSON with known keys; unknown ones are kept. */
function declarationJson(declaration: ParamDeclaration): JsonObject {
  return declaration as Record<string, unknown> as Record<string, Json>;
}
