CREATE TABLE "output_pins" (
	"pipeline_id" text NOT NULL,
	"step" text NOT NULL,
	"payload" json NOT NULL,
	"hash" text,
	"run" integer,
	"pinned_by" text DEFAULT 'local' NOT NULL,
	"pinned_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "output_pins_pipeline_id_step_pk" PRIMARY KEY("pipeline_id","step")
);
--> statement-breakpoint
ALTER TABLE "output_pins" ADD CONSTRAINT "output_pins_pipeline_id_pipelines_id_fk" FOREIGN KEY ("pipeline_id") REFERENCES "public"."pipelines"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "output_pins" ADD CONSTRAINT "output_pins_hash_payloads_hash_fk" FOREIGN KEY ("hash") REFERENCES "public"."payloads"("hash") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "output_pins_hash" ON "output_pins" USING btree ("hash") WHERE "output_pins"."hash" is not null;