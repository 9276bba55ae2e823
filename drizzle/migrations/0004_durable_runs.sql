CREATE TABLE "outbox" (
	"id" text PRIMARY KEY NOT NULL,
	"run_id" text NOT NULL,
	"kind" text NOT NULL,
	"body" json NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"due_at" timestamp with time zone DEFAULT now() NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"last_error" text,
	"sent_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "trigger_firings" (
	"id" text PRIMARY KEY NOT NULL,
	"trigger_id" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"due_at" timestamp with time zone,
	"occasion" text NOT NULL,
	"outcome" text NOT NULL,
	"reason" text,
	"detail" text,
	"run_id" text
);
--> statement-breakpoint
CREATE TABLE "triggers" (
	"id" text PRIMARY KEY NOT NULL,
	"pipeline_id" text NOT NULL,
	"type" text NOT NULL,
	"name" text NOT NULL,
	"enabled" boolean NOT NULL,
	"config" json NOT NULL,
	"params" json NOT NULL,
	"next_at" timestamp with time zone,
	"source_pipeline_id" text,
	"token_hash" text,
	"token_sealed" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "workers" (
	"id" text PRIMARY KEY NOT NULL,
	"host" text NOT NULL,
	"pid" integer NOT NULL,
	"kind" text NOT NULL,
	"version" text NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	"draining" boolean DEFAULT false NOT NULL,
	"slots" integer NOT NULL,
	"held" integer NOT NULL,
	"load" json NOT NULL
);
--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "priority" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "idempotency_key" text;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "trigger_id" text;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "origin" json;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "crash_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "hold" text;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "pinned" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "announce" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "driver" text DEFAULT 'sql' NOT NULL;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "protocol" smallint DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "chunk_of" text;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "chunk_key" text;--> statement-breakpoint
ALTER TABLE "trigger_firings" ADD CONSTRAINT "trigger_firings_trigger_id_triggers_id_fk" FOREIGN KEY ("trigger_id") REFERENCES "public"."triggers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "triggers" ADD CONSTRAINT "triggers_pipeline_id_pipelines_id_fk" FOREIGN KEY ("pipeline_id") REFERENCES "public"."pipelines"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "outbox_due" ON "outbox" USING btree ("due_at") WHERE "outbox"."sent_at" is null;--> statement-breakpoint
CREATE INDEX "outbox_of_run" ON "outbox" USING btree ("run_id");--> statement-breakpoint
CREATE UNIQUE INDEX "trigger_firings_occasion" ON "trigger_firings" USING btree ("trigger_id","occasion");--> statement-breakpoint
CREATE INDEX "trigger_firings_newest" ON "trigger_firings" USING btree ("trigger_id","at" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX "trigger_firings_of_run" ON "trigger_firings" USING btree ("run_id") WHERE "trigger_firings"."run_id" is not null;--> statement-breakpoint
CREATE INDEX "triggers_of_pipeline" ON "triggers" USING btree ("pipeline_id","created_at");--> statement-breakpoint
CREATE INDEX "triggers_due" ON "triggers" USING btree ("next_at") WHERE "triggers"."enabled" and "triggers"."next_at" is not null;--> statement-breakpoint
CREATE INDEX "triggers_of_source" ON "triggers" USING btree ("source_pipeline_id") WHERE "triggers"."enabled" and "triggers"."source_pipeline_id" is not null;--> statement-breakpoint
CREATE INDEX "triggers_token" ON "triggers" USING btree ("token_hash") WHERE "triggers"."token_hash" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "runs_idempotency" ON "runs" USING btree ("pipeline_id","idempotency_key") WHERE "runs"."idempotency_key" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "runs_chunks" ON "runs" USING btree ("chunk_of","chunk_key") WHERE "runs"."chunk_of" is not null;--> statement-breakpoint
CREATE INDEX "runs_announced" ON "runs" USING btree ("finished_at") WHERE "runs"."announce";--> statement-breakpoint
CREATE INDEX "runs_of_trigger" ON "runs" USING btree ("trigger_id","created_at") WHERE "runs"."trigger_id" is not null;--> statement-breakpoint
CREATE INDEX "runs_aging" ON "runs" USING btree ("finished_at") WHERE "runs"."finished_at" is not null;